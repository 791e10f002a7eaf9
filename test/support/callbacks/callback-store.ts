import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { type CallbackStore, openStore } from '../../../server/callbacks/store/sql-store.ts';

/** A store for one test, removed after it; `again` opens it once more, as a restart would. */
export async function newStore(): Promise<CallbackStore & { again(): CallbackStore }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'callback-store-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const again = () => {
    const log = pino({ level: 'silent' });
    const store = openStore({ config: { databaseUrl: null, dataDir }, log });
    onTestFinished(() => store.close());
    return store;
  };
  return Object.assign(again(), { again });
}
