import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../server/callbacks/store/sql-store.ts';
import { createMetrics } from '../../../server/ops/metrics.ts';
import { typed } from '../typed.ts';
import { readCallbacks } from './stored-callbacks.ts';

/** A request of somebody with this name. */
export const request = (name: string) => ({
  fields: typed({
    name,
    mobile: '07700 900123',
    email: 'ann@example.com',
    message: 'x'.repeat(900),
  }),
  flags: [],
});

/** A folder that is removed after the test. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sqlite-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** The SQLite store of a folder, with its log and metrics; it is closed after the test. */
export function openAsSite(dataDir: string) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const config = { databaseUrl: null, dataDir };
  const store = openStore({ config, log, metrics, retryMs: 50 });
  onTestFinished(() => store.close());
  return Object.assign(store, { lines, metrics });
}

/** The same for a command, which creates none. */
export function openAsCommand(dataDir: string) {
  const config = { databaseUrl: null, dataDir };
  const store = openStore({ config, log: pino({ level: 'silent' }), create: false });
  onTestFinished(() => store.close());
  return store;
}

/** What its log says. */
export const saidBy = ({ lines }: { lines: string[] }) => lines.map((line) => JSON.parse(line));
export const fileOf = (dataDir: string) => join(dataDir, 'site.db');
/** The callers in the store of a folder. */
export const namesIn = async (place: string) =>
  (await readCallbacks(place)).map(({ fields }) => fields.name);

/** A folder whose store has requests of these callers, and is closed. */
export async function closedStoreWith(...names: string[]): Promise<string> {
  const dataDir = await newDataDir();
  const store = openAsSite(dataDir);
  for (const name of names) await store.add(request(name), ['php']);
  await store.close();
  return dataDir;
}
