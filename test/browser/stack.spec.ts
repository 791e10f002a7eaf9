import { readFileSync } from 'node:fs';
import { symbolicate } from '../../server/ops/symbolicate.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

test('the stack of an error in the browser is read as file and line of the source', async ({
  page,
  consoleMessages,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      throw new Error('no printer');
    };
  });
  await page.goto('/accident');
  await hydrated(page);
  const thrown = page.waitForEvent('pageerror');
  await page.getByRole('button', { name: /print/i }).first().click();
  const { stack = '' } = await thrown;
  forget(consoleMessages, 'no printer');
  const read = symbolicate(stack, 'dist');
  expect(read.unknown).toEqual(new Set());
  const [file = '', line] = /shared\/note-pad\/[\w.]+:\d+/.exec(read.stack)?.[0].split(':') ?? [];
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('print()');
});
