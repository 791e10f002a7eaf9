import pino from 'pino';
import type { StoredCallback } from '../../../server/callbacks/store/schema.ts';
import { openStore } from '../../../server/callbacks/store/sql-store.ts';

/** What a store holds, oldest first, as another process sees it: SQLite in a folder, or PostgreSQL. */
export async function readCallbacks(place: string): Promise<StoredCallback[]> {
  const postgres = place.startsWith('postgres:');
  const store = openStore({
    config: { databaseUrl: postgres ? place : null, dataDir: place },
    log: pino({ level: 'silent' }),
  });
  const callbacks: StoredCallback[] = [];
  for await (const callback of store.list()) callbacks.push(callback);
  await store.close();
  return callbacks;
}
