import { readdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Database, OpenDatabase, Purpose, Row, Statement } from './database.ts';
import type { Failure, Job, Report } from './sqlite-worker.ts';

/** The worker's file is beside this one, both in the source and in the build. */
const WORKER = new URL(
  `./sqlite-worker${extname(new URL(import.meta.url).pathname)}`,
  import.meta.url,
);

const FOLDER = 'callbacks';
const SET_ASIDE = /^callbacks-damaged-(\d{4}-\d\d-\d\d)T/;

interface Place {
  dataDir: string;
  log: Logger;
  /** Whether to create a missing store. */
  create: boolean;
}

/** The embedded engine: SQLite, in a thread of its own, so that a slow disk holds up no page. */
export const openSqlite =
  ({ dataDir, log, create }: Place): OpenDatabase =>
  async (lost) => {
    const path = join(dataDir, FOLDER, 'callbacks.db');
    await warnOfLeftovers(dataDir, log);
    const worker = new Worker(WORKER, { workerData: { path, create } });
    const database = new SqliteDatabase(dataDir, worker, lost);
    const setAside = await database.opening;
    if (setAside)
      log.error(
        { folder: setAside },
        'the callback store was damaged: it was set aside, nothing of it was deleted, and a new one was begun',
      );
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

class SqliteDatabase implements Database {
  /** Folder of a damaged database that was set aside. */
  readonly opening: Promise<string | null>;
  readonly #dataDir: string;
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #last = 0;

  constructor(dataDir: string, worker: Worker, lost: (reason: Error) => void) {
    this.#dataDir = dataDir;
    this.#worker = worker;
    let reason = new Error('the thread of the callback store has ended');
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
        return worker.postMessage('close');
      }
      const job = this.#jobs.get(report.number);
      this.#jobs.delete(report.number);
      if (report.type === 'done') job?.resolve(report.results);
      else job?.reject(new SqliteFailure(report.error));
    });
  }

  run(purpose: Purpose, statements: readonly Statement[]): Promise<Row[][]> {
    return new Promise((resolve, reject) => {
      const job: Job = { number: ++this.#last, purpose, statements };
      this.#jobs.set(job.number, { resolve, reject });
      this.#worker.postMessage(job);
    });
  }

  async purgeSetAside(before: Date): Promise<void> {
    for (const name of await namesIn(this.#dataDir)) {
      const date = SET_ASIDE.exec(name)?.[1];
      if (date && new Date(date) < before)
        await rm(join(this.#dataDir, name), { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    this.#worker.postMessage('close');
    await this.#ended;
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/** Warns of callback requests that are not in the database. */
async function warnOfLeftovers(dataDir: string, log: Logger): Promise<void> {
  for (const name of await namesIn(dataDir))
    if (SET_ASIDE.test(name))
      log.warn(
        { folder: join(dataDir, name) },
        'callback requests of a damaged store lie in a folder that was set aside',
      );
  const folder = join(dataDir, FOLDER);
  if ((await namesIn(folder)).some((name) => name.endsWith('.journal')))
    log.warn(
      { folder },
      'callback requests of an earlier version lie in *.journal files, which this version does not read',
    );
}
