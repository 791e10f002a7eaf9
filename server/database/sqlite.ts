import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { guarded } from '../ops/timers.ts';
import {
  CALL_TIMEOUT_MS,
  type Engine,
  type EngineParts,
  monotonicMs,
  type Row,
  type Statement,
} from './engine.ts';
import { isSetAside } from './set-aside.ts';
import { FILE_NAME, type FileOptions } from './sqlite-file.ts';
import type { Asked, Job, Opened, Report } from './sqlite-worker.ts';

/** The worker's file is beside this one, both in the source and in the build. */
const WORKER = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'sqlite-worker.ts' : 'sqlite-worker.js',
);

/** Moves SQLite's log into the database and leaves nothing in it. */
const EMPTY_LOG: Statement = ['PRAGMA wal_checkpoint(TRUNCATE)'];
/** How long until that is tried again, after a reader in another process prevented it. */
const EMPTY_LOG_RETRY_MS = 1000;

/** The embedded engine: SQLite, in a thread of its own, so that a slow disk holds up no page. */
export async function openSqlite(
  dataDir: string,
  { log, metrics, create, schemas }: EngineParts,
): Promise<Engine> {
  void warnOfSetAside(dataDir, log); // a folder that cannot be read keeps nothing waiting
  const options: FileOptions = { path: join(dataDir, FILE_NAME), create, schemas };
  const worker = new Worker(WORKER, { workerData: options });
  /** Jobs under way, by number. */
  const asked = new Map<number, PromiseWithResolvers<Row[][]>>();
  let number = 0;
  const lost = Promise.withResolvers<Error>();
  let reason = new Error('the database thread has stopped');
  worker.on('error', (error) => {
    reason = error as Error;
  });
  worker.on('exit', () => {
    for (const { reject } of asked.values()) reject(reason);
    lost.resolve(reason);
  });
  const [{ setAside }] = (await once(worker, 'message')) as [Opened];
  worker.on('message', ({ number, results, failure }: Report) => {
    const job = asked.get(number);
    asked.delete(number);
    if (results) job?.resolve(results);
    else job?.reject(Object.assign(new Error(failure?.message), failure));
  });
  if (setAside) {
    metrics?.storeErrors.inc();
    log.error(
      { file: setAside },
      'the database was damaged: it has been set aside with nothing deleted, and a new one has been started',
    );
  }

  async function ask(job: Job): Promise<Row[][]> {
    const done = Promise.withResolvers<Row[][]>();
    number += 1;
    worker.postMessage({ number, job } satisfies Asked); // throws for what cannot be told to a thread
    asked.set(number, done);
    return done.promise;
  }

  const transaction = (statements: readonly Statement[], until: number) =>
    ask({ kind: 'transaction', statements, until });

  let scrubbing: NodeJS.Timeout | undefined;
  /** The site's visitors are behind it, so it does not wait for a reader; behind a command is nobody. */
  async function scrub(): Promise<void> {
    const until = monotonicMs() + (create ? 0 : CALL_TIMEOUT_MS);
    const [[row] = []] = await transaction([EMPTY_LOG], until).catch(() => []);
    if (row?.busy !== 0) scrubbing = setTimeout(guarded(scrub), EMPTY_LOG_RETRY_MS).unref();
  }

  return {
    lost: lost.promise,
    transaction,
    scrub,
    async purgeSetAside(before) {
      await ask({ kind: 'purge set aside', before: before.getTime() });
    },
    async close() {
      clearTimeout(scrubbing);
      worker.postMessage({ number: 0, job: { kind: 'close' } } satisfies Asked); // the thread's end answers it
      await lost.promise;
    },
  };
}

/** Warns of callback requests that are not in the database. */
async function warnOfSetAside(dataDir: string, log: Logger): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  for (const name of names)
    if (isSetAside(name) && name.endsWith('.db'))
      log.warn(
        { file: join(dataDir, name) },
        'a database that was set aside still contains callback requests',
      );
}
