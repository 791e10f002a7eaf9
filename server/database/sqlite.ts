import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { logErrors } from '../ops/async.ts';
import {
  CALL_TIMEOUT_MS,
  type Engine,
  type EngineDeps,
  monotonicMs,
  type Row,
  type Statement,
  type TransactionOptions,
} from './engine.ts';
import { logMigration } from './migrations.ts';
import { recordProcess } from './process-file.ts';
import { isQuarantineName } from './quarantine.ts';
import { FILE_NAME, type FileOptions } from './sqlite-file.ts';
import type { Job, JobMessage, ReadyMessage, ResultMessage } from './sqlite-worker.ts';

/** The worker's file is beside this one, both in the source and in the build. */
const WORKER = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'sqlite-worker.ts' : 'sqlite-worker.js',
);

/** Moves the write-ahead log into the database and truncates it. */
const TRUNCATE_WAL: Statement = ['PRAGMA wal_checkpoint(TRUNCATE)'];
/** The delay before the next attempt, after a reader in another process prevented it. */
const EMPTY_LOG_RETRY_MS = 1000;

/** Opens the embedded engine: SQLite in a thread, so that a slow disk delays no page. */
export async function openSqlite(
  dataDir: string,
  { log, metrics, create, isReopened }: EngineDeps,
): Promise<Engine> {
  void warnOfQuarantined(dataDir, log); // a folder that cannot be read delays nothing
  const options: FileOptions = { path: join(dataDir, FILE_NAME), create, isReopened };
  const worker = new Worker(WORKER, { workerData: options });
  const [{ quarantinePath, versions }] = (await once(worker, 'message')) as [ReadyMessage];
  const client = createWorkerClient(worker);
  if (quarantinePath) {
    metrics?.storeErrors.inc();
    log.error(
      { file: quarantinePath },
      'the database was damaged: it has been set aside with nothing deleted, and a new one has been started',
    );
  }

  logMigration(log, versions);
  const removeRecord = create ? recordProcess(dataDir, log) : () => {};

  const transaction = (statements: readonly Statement[], options: TransactionOptions) =>
    client.run({ kind: 'transaction', statements, options });

  let walTimer: NodeJS.Timeout | undefined;
  /**
   * Truncates the log on disk. The site does not wait for other readers, because its requests queue
   * behind this; a command does.
   */
  async function scrub(): Promise<void> {
    const until = monotonicMs() + (create ? 0 : CALL_TIMEOUT_MS);
    const [[row] = []] = await transaction([TRUNCATE_WAL], { until }).catch(() => []);
    if (row?.busy !== 0) walTimer = setTimeout(logErrors(scrub), EMPTY_LOG_RETRY_MS).unref();
  }

  return {
    lost: client.ended,
    transaction,
    scrub,
    async purgeQuarantined(before) {
      await client.run({ kind: 'purge quarantined', before: before.getTime() });
    },
    async close() {
      clearTimeout(walTimer);
      await client.close();
      removeRecord();
    },
  };
}

/** Sends jobs to an open database in a worker thread, and matches its reports to them. */
function createWorkerClient(worker: Worker) {
  const pendingJobs = new Map<number, PromiseWithResolvers<Row[][]>>();
  let number = 0;
  const ended = Promise.withResolvers<Error>();
  let exitReason = new Error('the database thread has stopped');
  worker.on('error', (error) => {
    exitReason = error as Error;
  });
  worker.on('exit', () => {
    for (const { reject } of pendingJobs.values()) reject(exitReason);
    ended.resolve(exitReason);
  });
  worker.on('message', ({ number, results, failure }: ResultMessage) => {
    const job = pendingJobs.get(number);
    pendingJobs.delete(number);
    if (results) job?.resolve(results);
    else job?.reject(Object.assign(new Error(failure?.message), failure));
  });
  return {
    /** Resolves with the reason when the thread has ended. */
    ended: ended.promise,
    /** Runs a job; rejects when it cannot be cloned for the thread. */
    async run(job: Job): Promise<Row[][]> {
      const pending = Promise.withResolvers<Row[][]>();
      number += 1;
      worker.postMessage({ number, job } satisfies JobMessage);
      pendingJobs.set(number, pending);
      return pending.promise;
    },
    /** Closes the database and resolves when the thread has ended, its only reply. */
    async close(): Promise<void> {
      worker.postMessage({ number: 0, job: { kind: 'close' } } satisfies JobMessage);
      await ended.promise;
    },
  };
}

/** Warns of callback requests that are not in the database. */
async function warnOfQuarantined(dataDir: string, log: Logger): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  for (const name of names)
    if (isQuarantineName(name) && name.endsWith('.db'))
      log.warn(
        { file: join(dataDir, name) },
        'a database that was set aside still contains callback requests',
      );
}
