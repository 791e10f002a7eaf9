import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { CALL_TIMEOUT_MS, monotonicMs, type Purpose, type Row, type Statement } from './engine.ts';
import { errcodeOf, isDamage, purgeSetAside } from './set-aside.ts';
import { type FileOptions, isFull, openDatabaseFile } from './sqlite-file.ts';

interface Statements {
  purpose: Purpose;
  statements: readonly Statement[];
  /** When to give up waiting for another process, by `monotonicMs`. */
  until: number;
}

/**
 * What the main thread asks for: statements, or that what came before a time (in milliseconds since
 * 1970) is erased from all that was set aside. Each is reported by its number.
 */
export type Work = Statements | { setAsideBefore: number };
type Numbered<T> = T & { number: number };
type Job = Numbered<Statements>;

/** The first message, when the database is open: where a damaged one was set aside. */
export interface Opened {
  setAside: string | null;
}

export interface Report {
  number: number;
  results?: Row[][];
  /** What its error says, which keeps its code on the way to the main thread in this form alone. */
  failure?: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'code'>;
}

/** How long until emptying the log is tried again, after a reader prevented it. */
const TRUNCATE_RETRY_MS = 1000;

const port = parentPort as NonNullable<typeof parentPort>;
const report = (message: Report) => port.postMessage(message);

function toFailure(error: unknown) {
  const { message, code } = error as NodeJS.ErrnoException;
  const errcode = errcodeOf(error);
  return {
    name: 'SqliteFailure',
    message: isFull(error) ? 'the disk is full' : message,
    code: errcode ? `SQLITE ${errcode}` : code,
  };
}

/** Ends the thread: the main thread opens the database again. */
function giveUp(error: unknown): never {
  const failure = toFailure(error);
  throw Object.assign(new Error(failure.message), failure);
}

/**
 * Carries out the main thread's jobs: those that waited for a commit share the next one.
 * @param isSite false for a command, which must leave no file of another owner
 */
function createExecutor(database: DatabaseSync, path: string, isSite: boolean) {
  const file = statSync(path).ino;
  const prepared = new Map<string, StatementSync>();
  let waiting: Job[] = [];

  function carryOut(): void {
    const jobs = waiting;
    waiting = [];
    const writes = jobs.filter(({ purpose }) => purpose === 'write');
    if (writes.length > 0) together(writes);
    for (const job of jobs) {
      if (job.purpose === 'read') together([job]);
      if (job.purpose !== 'erase') continue;
      // On a full disk, moving the log into the database makes room for later writes.
      checkpoint('PASSIVE');
      together([job]);
      checkpoint('TRUNCATE');
    }
  }

  /** Runs jobs in one transaction; if it fails, each in its own: none fails because of another. */
  function together(jobs: Job[]): void {
    const { number, purpose, until } = jobs[0] as Job;
    try {
      if (purpose !== 'read') {
        wait(until - monotonicMs());
        database.exec('BEGIN IMMEDIATE');
      }
      const results = jobs.map(({ statements }) => statements.map(rowsOf));
      if (purpose !== 'read') database.exec('COMMIT');
      // Writes to a file that somebody has removed would be lost.
      if (statSync(path).ino !== file) throw new Error('the database file has been replaced');
      for (const [index, job] of jobs.entries())
        report({ number: job.number, results: results[index] as Row[][] });
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (jobs.length > 1) for (const job of jobs) together([job]);
      else {
        report({ number, failure: toFailure(error) });
        if (isDamage(error) || !errcodeOf(error)) giveUp(error);
      }
    }
  }

  function rowsOf([sql, ...values]: Statement): Row[] {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(
      Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value])),
    ) as Row[];
  }

  /** How long to wait for another process, such as a deletion by `npm run callbacks`. */
  function wait(milliseconds: number): void {
    database.exec(`PRAGMA busy_timeout = ${Math.max(0, milliseconds)}`);
  }

  /** Moves the write-ahead log into the database; `TRUNCATE` leaves nothing in it. */
  function checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      wait(isSite ? 0 : CALL_TIMEOUT_MS); // visitors' requests are behind it
      const row = database.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
      if (mode === 'PASSIVE' || row?.busy === 0) return;
    } catch {
      // The disk refused: tried again below.
    }
    if (mode === 'TRUNCATE') setTimeout(() => checkpoint(mode), TRUNCATE_RETRY_MS).unref();
  }

  return {
    carryOut,
    take(job: Job): void {
      if (waiting.push(job) === 1) setImmediate(() => carryOut());
    },
  };
}

const { path, create, schemas } = workerData as FileOptions;
const { database, setAside } = await openDatabaseFile(workerData as FileOptions).catch(giveUp);
const executor = createExecutor(database, path, create);
port.on('message', (job: Numbered<Work> | 'close') => {
  if (job === 'close') {
    executor.carryOut();
    database.close();
    return port.close();
  }
  if ('purpose' in job) return executor.take(job);
  const { number, setAsideBefore } = job;
  try {
    purgeSetAside(dirname(path), schemas, setAsideBefore);
    report({ number, results: [] });
  } catch (error) {
    report({ number, failure: toFailure(error) });
  }
});
port.postMessage({ setAside } satisfies Opened);
