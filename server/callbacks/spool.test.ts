import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startBackend } from '../../test/stand-ins/contact.ts';
import { startRawServer } from '../../test/stand-ins/tcp-proxy.ts';
import { freePort } from '../../test/support/free-port.ts';
import { createMetrics } from '../ops/metrics.ts';
import { openJournal } from './journal.ts';
import { createPhpProxy } from './php-proxy.ts';
import { createSpool } from './spool.ts';
import { readCallbacks } from './store/reader.ts';

const callback = (name: string) => ({
  id: `id-${name}`,
  fields: { name, mobile: '07700 900123', email: 'ann@example.com', message: 'a\r\nb&c=ü' },
  flags: [],
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'spool-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function startSpool(dataDir: string, backendUrl: string) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const journal = await openJournal({ dataDir, log, metrics });
  onTestFinished(() => journal.close());
  const spool = createSpool({
    journal,
    send: createPhpProxy(backendUrl),
    log,
    metrics,
    firstPauseMs: 20,
  });
  return { spool, journal, metrics, lines };
}

test('what waited when the site stopped is delivered after the next start, oldest first, with its key and flags, and leaves the disk', async () => {
  const dataDir = await newDirectory();
  const port = await freePort();
  const first = await startSpool(dataDir, `http://127.0.0.1:${port}`);
  await first.spool.keep(callback('Ann'));
  await first.spool.keep({ ...callback('Bea'), flags: ['honeypot', 'fast'] });
  await expect.poll(async () => (await first.metrics.spoolLength.get()).values[0]?.value).toBe(2);
  await first.journal.close();

  const backend = await startBackend(port);
  const { metrics, lines } = await startSpool(dataDir, `http://127.0.0.1:${port}`);
  await expect.poll(() => readCallbacks(dataDir), { timeout: 10_000 }).toEqual([]);
  expect(await backend.requests()).toMatchObject([
    { uri: '/contact.php', post: callback('Ann').fields, headers: { 'idempotency-key': 'id-Ann' } },
    {
      post: callback('Bea').fields,
      headers: { 'idempotency-key': 'id-Bea', 'x-callback-flags': 'honeypot, fast' },
    },
  ]);
  await expect.poll(async () => (await metrics.spoolLength.get()).values[0]?.value).toBe(0);
  expect(lines.join('')).toContain('delivered');
  await expect
    .poll(() => readFile(join(dataDir, 'callbacks/00000001.journal'), 'utf8').catch(() => ''), {
      timeout: 5000,
    })
    .toBe('');
});

test('while the backend fails, each waits its turn and none is dropped', async () => {
  const backend = await startRawServer(
    'HTTP/1.1 503 Busy\r\nContent-Length: 12\r\n\r\n{"ok":false}',
  );
  const dataDir = await newDirectory();
  const { spool } = await startSpool(dataDir, backend.origin);
  for (const name of ['Ann', 'Bea', 'Cay']) await spool.keep(callback(name));
  await expect.poll(() => backend.connections).toBeGreaterThan(2);
  expect(await readCallbacks(dataDir)).toHaveLength(3);
});

test('what the backend refuses for good stays for people to see, is logged by its id and asked for once', async () => {
  const backend = await startRawServer('HTTP/1.1 422 No\r\nContent-Length: 12\r\n\r\n{"ok":false}');
  const dataDir = await newDirectory();
  const { spool, lines, metrics } = await startSpool(dataDir, backend.origin);
  await spool.keep(callback('Canary'));
  await spool.keep(callback('Bea'));
  await expect.poll(() => backend.connections).toBe(2);
  await expect.poll(async () => (await metrics.spoolLength.get()).values[0]?.value).toBe(2);
  expect(await readCallbacks(dataDir)).toHaveLength(2);
  expect(lines.join('').match(/refused/g)).toHaveLength(2);
  expect(lines.join('')).toContain('id-Bea');
  expect(lines.join('')).not.toContain('"Canary"');
  expect(backend.connections).toBe(2);
});

test('a journal that closes ends a delivery that hangs, and keeps its request', async () => {
  const backend = await startRawServer('HTTP/1.1 200 OK\r\n', 'hold');
  const dataDir = await newDirectory();
  const { spool, journal } = await startSpool(dataDir, backend.origin);
  await spool.keep(callback('Ann'));
  await expect.poll(() => backend.connections).toBe(1);
  await journal.close();
  expect(await readCallbacks(dataDir)).toHaveLength(1);
});
