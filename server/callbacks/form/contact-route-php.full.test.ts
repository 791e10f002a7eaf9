import { expect, test } from 'vitest';
import { startBackend, startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { readCallbacks } from '../../../test/support/callbacks/stores.ts';
import { freePort } from '../../../test/support/free-port.ts';

test('responds 502 when PHP is down, or spools with CALLBACK_SPOOL and delivers once', async () => {
  const port = await freePort();
  const PHP_BACKEND_URL = `http://127.0.0.1:${port}`;
  expect(await (await startContactSite({ PHP_BACKEND_URL })).post()).toMatchObject({
    status: 502,
    text: '{"ok":false}',
  });

  const { post, dataDir, metrics, lines } = await startContactSite({
    PHP_BACKEND_URL,
    CALLBACK_SPOOL: 'on',
  });
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  const [kept, ...others] = await readCallbacks(dataDir);
  expect(others).toEqual([]);
  const counted = () => metrics.registry.metrics();
  await expect
    .poll(counted)
    .toContain('callback_deliveries_total{channel="php",outcome="waiting"} 1');
  expect(lines.join('')).toContain('"reason":"ECONNREFUSED"');

  const backend = await startBackend(port);
  const told = async () => (await readCallbacks(dataDir))[0]?.deliveries[0]?.state;
  await expect.poll(told, { timeout: 20_000 }).toBe('delivered');
  expect(await backend.requests()).toMatchObject([
    { post: { ...VALID_FORM, message: 'one' }, headers: { 'idempotency-key': kept?.id } },
  ]);
  expect(await counted()).toContain(
    'callback_deliveries_total{channel="php",outcome="delivered"} 1',
  );
  // Even now, a second press is the same request.
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await backend.requests()).toHaveLength(1);
});
