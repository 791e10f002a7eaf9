import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { testStoreContract } from '../../test/support/callbacks/store-contract.ts';
import { callersOf, request } from '../../test/support/callbacks/stores.ts';
import { openCallbackStore } from '../callbacks/store/callback-store.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

const newDatabase = () => server.newDatabase();

function open(databaseUrl: string, lines: string[] = []) {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const store = openCallbackStore({
    config: { databaseUrl, dataDir: '/nowhere' },
    log,
    retryMs: 100,
  });
  onTestFinished(() => store.close());
  return store;
}

testStoreContract(async () => {
  const url = newDatabase();
  return () => open(url);
});

test('rejects requests only while the database is down, and logs no password', async () => {
  const url = newDatabase();
  const lines: string[] = [];
  const store = open(url, lines);
  await store.add(request('Ann'), ['php']);
  await server.stop();
  await expect(store.add(request('Bea'), [])).rejects.toThrow();
  const late = open(url, lines);
  await expect(late.counts()).rejects.toThrow();
  expect([store.opened, late.opened]).toEqual([true, false]);
  await server.start();
  await expect.poll(() => store.add(request('Bea'), []).catch(() => null)).not.toBeNull();
  await expect.poll(() => late.opened).toBe(true);
  expect(await callersOf(late)).toHaveLength(2);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain('canary-password');
});

test('rejects a database without TLS when the address asks for TLS', async () => {
  const store = open(`${newDatabase()}?sslmode=verify-full`);
  await expect(store.counts()).rejects.toThrow(/SSL/);
});
