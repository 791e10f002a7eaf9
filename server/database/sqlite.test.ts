import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { testStoreContract } from '../../test/support/callbacks/store-contract.ts';
import { openStore } from '../callbacks/store/sql-store.ts';

testStoreContract(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'store-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return () => {
    const store = openStore({
      config: { databaseUrl: null, dataDir },
      log: pino({ level: 'silent' }),
    });
    onTestFinished(() => store.close());
    return store;
  };
});
