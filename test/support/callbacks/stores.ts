import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import {
  type CallbackStore,
  openCallbackStore,
} from '../../../server/callbacks/store/callback-store.ts';
import type { StoredCallback } from '../../../server/callbacks/store/stored-callback.ts';
import { createMetrics } from '../../../server/ops/metrics.ts';
import type { CallbackFields } from '../../../shared/callback/fields.ts';
import { temporaryFolder } from '../site-file.ts';
import { callbackFields } from '../typed.ts';

/** A request of somebody with this name. */
export const request = (name: string, fields: Partial<CallbackFields> = {}) => ({
  fields: callbackFields({ name, mobile: '07700 900123', email: 'ann@example.com', ...fields }),
  flags: [],
});

/** The SQLite store of a folder, with its log and metrics; it is closed after the test. */
export function openAsSite(dataDir: string) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const config = { databaseUrl: null, dataDir };
  const store = openCallbackStore({ config, log, metrics, retryMs: 50 });
  onTestFinished(() => store.close());
  return Object.assign(store, { lines, metrics });
}

/** The same for a command, which creates none. */
export function openAsCommand(dataDir: string) {
  const config = { databaseUrl: null, dataDir };
  const store = openCallbackStore({ config, log: pino({ level: 'silent' }), create: false });
  onTestFinished(() => store.close());
  return store;
}

/** An empty store in a folder of its own. */
export const newStore = async () => openAsSite(temporaryFolder());

/** A folder whose store has requests of these callers, and is closed. */
export async function closedStoreWith(...names: string[]): Promise<string> {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  for (const name of names) await store.add(request(name, { message: 'x'.repeat(900) }), ['php']);
  await store.close();
  return dataDir;
}

/** Collects everything that a list returns. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The callers in a list of a store. */
export const callersOf = async (
  store: CallbackStore,
  ...options: Parameters<CallbackStore['list']>
) => (await collect(store.list(...options))).map(({ fields }) => fields.name);

/** Parses the entries of a log. */
export const logEntries = ({ lines }: { lines: string[] }) => lines.map((line) => JSON.parse(line));
export const databasePath = (dataDir: string) => join(dataDir, 'site.db');

/**
 * Reads the content of a store, oldest first, as another process sees it: SQLite in a folder, or
 * PostgreSQL.
 */
export async function readCallbacks(place: string): Promise<StoredCallback[]> {
  const log = pino({ level: 'silent' });
  const store = openCallbackStore({ config: configOf(place), log });
  const callbacks = await collect(store.list());
  await store.close();
  return callbacks;
}

/** The callers in such a store. */
export const namesIn = async (place: string) =>
  (await readCallbacks(place)).map(({ fields }) => fields.name);

/** Opens a store in a folder, or at an address of PostgreSQL, until the test ends. */
export function openStoreAt(place: string): CallbackStore {
  const log = pino({ level: 'silent' });
  const store = openCallbackStore({ config: configOf(place), log, retryMs: 100 });
  onTestFinished(() => store.close());
  return store;
}

const configOf = (place: string) => ({
  databaseUrl: place.startsWith('postgres:') ? place : null,
  dataDir: place,
});
