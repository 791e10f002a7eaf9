import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, type Purpose, type Row, type Statement } from './database.ts';
import { isFull, keepReserve, releaseReserve } from './reserve.ts';
import { isDamage, purgeSetAside } from './set-aside.ts';
import { type FileOptions, openDatabaseFile } from './sqlite-file.ts';

export interface Job {
  number: number;
  purpose: Purpose;
  statements: readonly Statement[];
  /** When to give up waiting for another process, by `monotonicMs`. */
  until: number;
}

export interface PurgeJob {
  number: number;
  /** What came before is erased from all that was set aside; in milliseconds since 1970. */
  setAsideBefore: number;
}

/** An error in a form that keeps its code on the way to the main thread. */
export interface Failure {
  message: string;
  code: string | undefined;
}

export type Report =
  | { type: 'open'; setAside: string | null }
  | { type: 'done'; number: number; results: Row[][] }
  | { type: 'failed'; number: number; error: Failure }
  /** The database has to be reopened. */
  | { type: 'lost'; error: Failure };

/** How long until emptying the log is tried again, after a reader prevented it. */
const TRUNCATE_RETRY_MS = 1000;

const port = parentPort as NonNullable<typeof parentPort>;
const report = (message: Report) => port.postMessage(message);

const errcodeOf = (error: unknown) => (error as { errcode?: number }).errcode;

function toFailure(error: unknown): Failure {
  const { message, code } = error as NodeJS.ErrnoException;
  const errcode = errcodeOf(error);
  return {
    message: isFull(error) ? 'the disk is full' : message,
    code: errcode === undefined ? code : `SQLITE ${errcode}`,
  };
}

/**
 * Carries out the main thread's jobs: those that waited for a commit share the next one.
 * @param isSite false for a command, which must leave no file of another owner
 */
class Executor {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #file: number;
  readonly #isSite: boolean;
  readonly #prepared = new Map<string, StatementSync>();
  #waiting: Job[] = [];

  constructor(database: DatabaseSync, path: string, isSite: boolean) {
    this.#database = database;
    this.#path = path;
    this.#file = statSync(path).ino;
    this.#isSite = isSite;
  }

  take(job: Job): void {
    if (this.#waiting.push(job) === 1) setImmediate(() => this.carryOut());
  }

  carryOut(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    const writes = jobs.filter(({ purpose }) => purpose === 'write');
    if (writes.length > 0) this.#together(writes);
    for (const job of jobs) {
      if (job.purpose === 'read') this.#together([job]);
      if (job.purpose !== 'erase') continue;
      // On a full disk, moving the log into the database makes room for later writes.
      this.#checkpoint('PASSIVE');
      this.#together([job]);
      this.#checkpoint('TRUNCATE');
      if (this.#isSite) keepReserve(this.#path);
    }
  }

  /**
   * Runs jobs in one transaction; if it fails, each in its own, so that none fails because of
   * another.
   */
  #together(jobs: Job[]): void {
    const writes = jobs[0]?.purpose !== 'read';
    try {
      if (writes) {
        this.#wait((jobs[0]?.until ?? 0) - monotonicMs());
        this.#database.exec('BEGIN IMMEDIATE');
      }
      const results = jobs.map(({ statements }) => statements.map((each) => this.#rowsOf(each)));
      if (writes) this.#database.exec('COMMIT');
      this.#checkFile();
      for (const [index, { number }] of jobs.entries())
        report({ type: 'done', number, results: results[index] as Row[][] });
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      if (jobs[0]?.purpose === 'erase' && isFull(error) && releaseReserve(this.#path)) {
        this.#checkpoint('PASSIVE');
        this.#together(jobs);
        return;
      }
      if (jobs.length > 1) {
        for (const job of jobs) this.#together([job]);
        return;
      }
      for (const { number } of jobs) report({ type: 'failed', number, error: toFailure(error) });
      if (isDamage(error) || errcodeOf(error) === undefined)
        report({ type: 'lost', error: toFailure(error) });
    }
  }

  #rowsOf([sql, ...values]: Statement): Row[] {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement.all(
      Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value])),
    ) as Row[];
  }

  /** Writes to a file that somebody has removed would be lost. */
  #checkFile(): void {
    if (statSync(this.#path).ino !== this.#file)
      throw new Error('the database file has been replaced');
  }

  /** How long to wait for another process, such as a deletion by `npm run callbacks`. */
  #wait(milliseconds: number): void {
    this.#database.exec(`PRAGMA busy_timeout = ${Math.max(0, milliseconds)}`);
  }

  /** Moves the write-ahead log into the database; `TRUNCATE` leaves nothing in it. */
  #checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      this.#wait(0); // visitors' requests are behind it
      const row = this.#database.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
      if (mode === 'PASSIVE' || row?.busy === 0) return;
    } catch {
      // The disk refused: tried again below.
    }
    if (mode === 'TRUNCATE') setTimeout(() => this.#checkpoint(mode), TRUNCATE_RETRY_MS).unref();
  }
}

try {
  const { path, create, schemas } = workerData as FileOptions;
  const open = () => openDatabaseFile(workerData as FileOptions);
  const { database, setAside } = await open().catch((error) => {
    if (!isFull(error) || !releaseReserve(path)) throw error;
    return open();
  });
  const executor = new Executor(database, path, create);
  port.on('message', (job: Job | PurgeJob | 'close') => {
    if (job === 'close') {
      executor.carryOut();
      database.close();
      return port.close();
    }
    if ('purpose' in job) return executor.take(job);
    const { number, setAsideBefore } = job;
    try {
      purgeSetAside(dirname(path), schemas, setAsideBefore);
      report({ type: 'done', number, results: [] });
    } catch (error) {
      report({ type: 'failed', number, error: toFailure(error) });
    }
  });
  report({ type: 'open', setAside });
  if (create) keepReserve(path);
} catch (error) {
  report({ type: 'lost', error: toFailure(error) });
}
