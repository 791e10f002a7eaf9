import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, type Row, type Statement } from './engine.ts';
import { errcodeOf, isDamage, purgeSetAside } from './set-aside.ts';
import { type FileOptions, isFull, openDatabaseFile } from './sqlite-file.ts';

/** A job for the thread. */
export type Job =
  /** `until` is the time to stop waiting for another process, by `monotonicMs`. */
  | { kind: 'transaction'; statements: readonly Statement[]; until: number }
  /** `before` is in milliseconds since 1970. */
  | { kind: 'purge set aside'; before: number }
  | { kind: 'close' };

/** A job with its id, which the result repeats. */
export interface Asked {
  number: number;
  job: Job;
}

/** The first message, when the database is open: the path of a quarantined one. */
export interface Opened {
  setAside: string | null;
}

/** The result of a job. */
export interface Report {
  number: number;
  results?: Row[][];
  /** The error's properties: a cloned error would lose its code. */
  failure?: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'code'>;
}

const port = parentPort as NonNullable<typeof parentPort>;
const options = workerData as FileOptions;
const { database, setAside } = await openDatabaseFile(options).catch(giveUp);
const file = statSync(options.path).ino;

port.on('message', ({ number, job }: Asked) => {
  try {
    port.postMessage({ number, results: carryOut(job) } satisfies Report);
  } catch (error) {
    port.postMessage({ number, failure: toFailure(error) } satisfies Report);
    const isOver = isDamage(error) || errcodeOf(error) === 0;
    if (job.kind === 'transaction' && isOver) giveUp(error);
  }
});
port.postMessage({ setAside } satisfies Opened);

function carryOut(job: Job): Row[][] {
  switch (job.kind) {
    case 'transaction':
      return transact(job.statements, job.until);
    case 'purge set aside':
      purgeSetAside(dirname(options.path), options.schemas, job.before);
      return [];
    case 'close':
      database.close();
      port.close();
      return [];
  }
}

/** Runs statements, all or none. They are on the disk when this returns. */
function transact(statements: readonly Statement[], until: number): Row[][] {
  // The wait for another process, such as `npm run callbacks`.
  database.exec(`PRAGMA busy_timeout = ${Math.max(0, until - monotonicMs())}`);
  // A single statement is a transaction by itself, and SQLite truncates its log only outside of
  // one.
  const isOne = statements.length === 1;
  try {
    if (!isOne) database.exec('BEGIN IMMEDIATE');
    const results = statements.map(rowsOf);
    if (!isOne) database.exec('COMMIT');
    checkPlace();
    return results;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function rowsOf([sql, ...values]: Statement): Row[] {
  const named = values.map((value, index) => [`$${index + 1}`, value]);
  return database.prepare(sql).all(Object.fromEntries(named)) as Row[];
}

/** Throws when the database file was removed or replaced: what is written to it would be lost. */
function checkPlace(): void {
  if (statSync(options.path).ino !== file) throw new Error('the database file has been replaced');
}

function toFailure(error: unknown) {
  const { message, code } = error as NodeJS.ErrnoException;
  const errcode = errcodeOf(error);
  return {
    name: 'SqliteFailure',
    message: isFull(error) ? 'the disk is full' : message,
    code: errcode ? `SQLITE ${errcode}` : code,
  };
}

/** Ends the thread. The main thread then opens the database again. */
function giveUp(error: unknown): never {
  const failure = toFailure(error);
  throw Object.assign(new Error(failure.message), failure);
}
