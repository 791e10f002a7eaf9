import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Engine, EngineParts, Row } from './engine.ts';
import { isSetAside } from './set-aside.ts';
import { FILE_NAME, type FileOptions } from './sqlite-file.ts';
import type { Opened, Report, Work } from './sqlite-worker.ts';

/** The worker's file is beside this one, both in the source and in the build. */
const WORKER = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url);

/** The embedded engine: SQLite, in a thread of its own, so that a slow disk holds up no page. */
export async function openSqlite(
  dataDir: string,
  { log, metrics, create, schemas }: EngineParts,
): Promise<Engine> {
  const path = join(dataDir, FILE_NAME);
  void warnOfSetAside(dataDir, log); // a folder that cannot be read keeps nothing waiting
  const worker = new Worker(WORKER, {
    workerData: { path, create, schemas } satisfies FileOptions,
  });
  const jobs = new Map<number, PromiseWithResolvers<Row[][]>>();
  const lost = Promise.withResolvers<Error>();
  let last = 0;
  let reason = new Error('the thread of the database has ended');
  worker.on('error', (error) => {
    reason = error as Error;
  });
  worker.on('exit', () => {
    for (const { reject } of jobs.values()) reject(reason);
    lost.resolve(reason);
  });
  const [{ setAside }] = (await once(worker, 'message')) as [Opened];
  worker.on('message', ({ number, results, failure }: Report) => {
    const job = jobs.get(number);
    jobs.delete(number);
    if (results) job?.resolve(results);
    else job?.reject(Object.assign(new Error(failure?.message), failure));
  });
  const ask = async (job: Work): Promise<Row[][]> => {
    last += 1;
    const done = Promise.withResolvers<Row[][]>();
    worker.postMessage({ ...job, number: last }); // one that it refuses is nobody's when the thread ends
    jobs.set(last, done);
    return done.promise;
  };

  if (setAside) {
    metrics?.storeErrors.inc();
    log.error(
      { file: setAside },
      'the database was damaged: it was set aside, nothing of it was deleted, and a new one was begun',
    );
  }
  return {
    lost: lost.promise,
    run: (purpose, statements, until) => ask({ purpose, statements, until }),
    async purgeSetAside(before) {
      await ask({ setAsideBefore: before.getTime() });
    },
    async close() {
      worker.postMessage('close');
      await lost.promise;
    },
  };
}

/** Warns of callback requests that are not in the database. */
async function warnOfSetAside(dataDir: string, log: Logger): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  for (const name of names)
    if (isSetAside(name) && !/-(?:wal|shm)$/.test(name))
      log.warn({ file: join(dataDir, name) }, 'callback requests lie in a file that was set aside');
}
