import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startBackend } from '../../test/stand-ins/contact.ts';
import { startRawServer } from '../../test/stand-ins/tcp-proxy.ts';
import { freePort } from '../../test/support/free-port.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createPhpProxy } from './php-proxy.ts';
import { createSpool } from './spool.ts';
import { openStore } from './store/open.ts';

const callback = (name: string) => ({
  id: `id-${name}`,
  fields: { name, mobile: '07700 900123', email: 'ann@example.com', message: 'a\r\nb&c=ü' },
  flags: [],
});

async function startSpool(dataDir: string, backendUrl: string) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const store = openStore({ config: { callbackStore: null, dataDir }, log, metrics });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const send = createPhpProxy(backendUrl);
  const spool = createSpool({ store, send, log, metrics, firstPauseMs: 20 });
  return { spool, store, metrics, lines };
}

const newDirectory = () => mkdtemp(join(tmpdir(), 'spool-'));

test('what waited when the site stopped is delivered after the next start, with its key and flags', async () => {
  const dataDir = await newDirectory();
  const port = await freePort();
  const first = await startSpool(dataDir, `http://127.0.0.1:${port}`);
  await first.spool.keep(callback('Ann'));
  await first.spool.keep({ ...callback('Bea'), flags: ['honeypot', 'fast'] });
  await expect.poll(async () => (await first.metrics.spoolLength.get()).values[0]?.value).toBe(2);
  await first.store.close();

  const backend = await startBackend(port);
  const { metrics, lines } = await startSpool(dataDir, `http://127.0.0.1:${port}`);
  // One of them may have been under way when the site stopped: its lease has to end first.
  const waiting = async () => (await metrics.spoolLength.get()).values[0]?.value;
  await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('delivered');
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  const received = await backend.requests();
  expect(received.toSorted((a, b) => (a.post.name < b.post.name ? -1 : 1))).toMatchObject([
    { uri: '/contact.php', post: callback('Ann').fields, headers: { 'idempotency-key': 'id-Ann' } },
    {
      post: callback('Bea').fields,
      headers: { 'idempotency-key': 'id-Bea', 'x-callback-flags': 'honeypot, fast' },
    },
  ]);
});

test('what the backend refuses for good is set aside for people to see, is logged by its id and asked for once', async () => {
  const backend = await startRawServer('HTTP/1.1 422 No\r\nContent-Length: 12\r\n\r\n{"ok":false}');
  const { spool, lines, metrics } = await startSpool(await newDirectory(), backend.origin);
  await spool.keep(callback('Canary'));
  await spool.keep(callback('Bea'));
  await expect.poll(() => backend.connections).toBe(2);
  await expect.poll(async () => (await metrics.spoolLength.get()).values[0]?.value).toBe(2);
  expect(lines.join('').match(/refused/g)).toHaveLength(2);
  expect(lines.join('')).toContain('id-Bea');
  expect(lines.join('')).not.toContain('"Canary"');
  expect(backend.connections).toBe(2);
});
