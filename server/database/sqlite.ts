import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Engine, EngineParts, Row } from './engine.ts';
import { FORMER_NAME, isSetAside } from './set-aside.ts';
import { FILE_NAME, type FileOptions, FORMER_FOLDER } from './sqlite-file.ts';
import type { Failure, Report, Work } from './sqlite-worker.ts';

/** The worker's file is beside this one, both in the source and in the build. */
const WORKER = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url);

const errorOf = ({ message, code }: Failure) =>
  Object.assign(new Error(message), { name: 'SqliteFailure', code });

/** The embedded engine: SQLite, in a thread of its own, so that a slow disk holds up no page. */
export async function openSqlite(
  dataDir: string,
  { log, metrics, create, schemas }: EngineParts,
  lost: (reason: Error) => void,
): Promise<Engine> {
  const path = join(dataDir, FILE_NAME);
  void warnOfLeftovers(dataDir, log); // a folder that cannot be read keeps nothing waiting
  const worker = new Worker(WORKER, {
    workerData: { path, create, schemas } satisfies FileOptions,
  });
  const jobs = new Map<number, PromiseWithResolvers<Row[][]>>();
  const opening = Promise.withResolvers<string | null>();
  const ended = Promise.withResolvers<void>();
  let last = 0;
  let reason: Error = new Error('the thread of the database has ended');
  worker.on('error', (error) => {
    reason = error as Error;
  });
  worker.on('exit', () => {
    opening.reject(reason);
    for (const { reject } of jobs.values()) reject(reason);
    jobs.clear();
    ended.resolve();
    lost(reason);
  });
  worker.on('message', (report: Report) => {
    if (report.type === 'open') return opening.resolve(report.setAside);
    if (report.type === 'lost') {
      reason = errorOf(report.error);
      try {
        return worker.postMessage('close');
      } catch {
        return void worker.terminate(); // nobody could catch it here
      }
    }
    const job = jobs.get(report.number);
    jobs.delete(report.number);
    if (report.type === 'done') job?.resolve(report.results);
    else job?.reject(errorOf(report.error));
  });
  const ask = async (job: Work): Promise<Row[][]> => {
    last += 1;
    const done = Promise.withResolvers<Row[][]>();
    worker.postMessage({ ...job, number: last }); // one that it refuses is nobody's when the thread ends
    jobs.set(last, done);
    return done.promise;
  };

  const setAside = await opening.promise;
  if (setAside) {
    metrics?.storeErrors.inc();
    log.error(
      { file: setAside },
      'the database was damaged: it was set aside, nothing of it was deleted, and a new one was begun',
    );
  }
  return {
    run: (purpose, statements, until) => ask({ purpose, statements, until }),
    async purgeSetAside(before) {
      await ask({ setAsideBefore: before.getTime() });
    },
    close() {
      worker.postMessage('close');
      return ended.promise;
    },
  };
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/** Warns of callback requests that are not in the database. */
async function warnOfLeftovers(dataDir: string, log: Logger): Promise<void> {
  const names = await namesIn(dataDir);
  for (const name of names)
    if (isSetAside(name) && !/-(?:wal|shm)$/.test(name))
      log.warn({ file: join(dataDir, name) }, 'callback requests lie in a file that was set aside');
  const former = join(dataDir, FORMER_FOLDER);
  for (const name of await namesIn(former))
    if (name.endsWith('.journal') || (name === FORMER_NAME && names.includes(FILE_NAME)))
      log.warn(
        { file: join(former, name) },
        'callback requests of an earlier version lie in a file that this version does not read',
      );
}
