import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import type { Engine, OpenEngine, Purpose, Row, Statement } from './database.ts';
import type { Schema } from './schema.ts';
import { FORMER_NAME, isSetAside } from './set-aside.ts';
import { FILE_NAME, type FileOptions, FORMER_FOLDER } from './sqlite-file.ts';
import type { Failure, Job, PurgeJob, Report } from './sqlite-worker.ts';

/** The worker's file is beside this one, both in the source and in the build. */
const WORKER = new URL(
  `./sqlite-worker${extname(new URL(import.meta.url).pathname)}`,
  import.meta.url,
);

interface Place {
  dataDir: string;
  log: Logger;
  /** Null for a process that has none. */
  metrics: Pick<Metrics, 'storeErrors'> | null;
  /** Whether to create a missing database. */
  create: boolean;
  schemas: readonly Schema[];
}

/** The embedded engine: SQLite, in a thread of its own, so that a slow disk holds up no page. */
export const openSqlite =
  ({ dataDir, log, metrics, create, schemas }: Place): OpenEngine =>
  async (lost) => {
    const path = join(dataDir, FILE_NAME);
    void warnOfLeftovers(dataDir, log); // a folder that cannot be read keeps nothing waiting
    const worker = new Worker(WORKER, {
      workerData: { path, create, schemas } satisfies FileOptions,
    });
    const database = new SqliteDatabase(worker, lost);
    const setAside = await database.opening;
    if (setAside) {
      metrics?.storeErrors.inc();
      log.error(
        { file: setAside },
        'the database was damaged: it was set aside, nothing of it was deleted, and a new one was begun',
      );
    }
    return database;
  };

class SqliteFailure extends Error {
  override name = 'SqliteFailure';
  code: string | undefined;
  constructor({ message, code }: Failure) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  resolve(results: Row[][]): void;
  reject(error: Error): void;
}

class SqliteDatabase implements Engine {
  /** A damaged database that was set aside. */
  readonly opening: Promise<string | null>;
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #last = 0;

  constructor(worker: Worker, lost: (reason: Error) => void) {
    this.#worker = worker;
    let reason = new Error('the thread of the database has ended');
    const opening = Promise.withResolvers<string | null>();
    const ended = Promise.withResolvers<void>();
    this.opening = opening.promise;
    this.#ended = ended.promise;
    worker.on('error', (error) => {
      reason = error as Error;
    });
    worker.on('exit', () => {
      opening.reject(reason);
      for (const { reject } of this.#jobs.values()) reject(reason);
      this.#jobs.clear();
      ended.resolve();
      lost(reason);
    });
    worker.on('message', (report: Report) => {
      if (report.type === 'open') return opening.resolve(report.setAside);
      if (report.type === 'lost') {
        reason = new SqliteFailure(report.error);
        try {
          return worker.postMessage('close');
        } catch {
          return void worker.terminate(); // nobody could catch it here
        }
      }
      const job = this.#jobs.get(report.number);
      this.#jobs.delete(report.number);
      if (report.type === 'done') job?.resolve(report.results);
      else job?.reject(new SqliteFailure(report.error));
    });
  }

  run(purpose: Purpose, statements: readonly Statement[], until: number): Promise<Row[][]> {
    return this.#ask({ number: ++this.#last, purpose, statements, until });
  }

  async purgeSetAside(before: Date): Promise<void> {
    await this.#ask({ number: ++this.#last, setAsideBefore: before.getTime() });
  }

  #ask(job: Job | PurgeJob): Promise<Row[][]> {
    return new Promise((resolve, reject) => {
      this.#jobs.set(job.number, { resolve, reject });
      this.#worker.postMessage(job);
    });
  }

  async close(): Promise<void> {
    this.#worker.postMessage('close');
    await this.#ended;
  }
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
