import { expect, test } from 'vitest';
import { createMetrics } from '../ops/metrics.ts';
import { createRenderQueue } from './send-page.ts';

test('runs a render of high priority first and always has room for it', async () => {
  const renderInTurn = createRenderQueue(createMetrics());
  const order: string[] = [];
  const render = (name: string) => async () => void order.push(name);
  const waiting = Array.from({ length: 257 }, (_, index) =>
    renderInTurn(render(`post ${index}`), 'droppable'),
  );
  await expect(renderInTurn(render('late'), 'droppable')).rejects.toThrow();
  await Promise.all([renderInTurn(render('form'), 'high'), ...waiting]);
  expect(order.slice(0, 3)).toEqual(['post 0', 'form', 'post 1']);
  expect(order).toHaveLength(258);
});
