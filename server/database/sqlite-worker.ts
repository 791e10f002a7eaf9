import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, type Row, type Statement } from './engine.ts';
import { errcodeOf, isDamage, purgeSetAside } from './set-aside.ts';
import { type FileOptions, isFull, openDatabaseFile } from './sqlite-file.ts';

/** What the main thread asks for. */
export type Job =
  /** `until` is when to give up waiting for another process, by `monotonicMs`. */
  | { kind: 'transaction'; statements: readonly Statement[]; until: number }
  /** `before` is in milliseconds since 1970. */
  | { kind: 'purge set aside'; before: number }
  | { kind: 'close' };

/** A job by its number, so that one that is lost on the way mixes up no other's report. */
export interface Asked {
  number: number;
  job: Job;
}

/** The first message, when the database is open: where a damaged one was set aside. */
export interface Opened {
  setAside: string | null;
}

/** What became of a job. */
export interface Report {
  number: number;
  results?: Row[][];
  /** What its error says, which keeps its code on the way to the main thread in this form alone. */
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

/** All or none, on the disk when this returns. */
function transact(statements: readonly Statement[], until: number): Row[][] {
  // How long each waits for another process, such as `npm run callbacks`.
  database.exec(`PRAGMA busy_timeout = ${Math.max(0, until - monotonicMs())}`);
  // One alone is a transaction by itself, and SQLite empties its log outside of one only.
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

/** What is written to a file that somebody has removed or replaced would be lost. */
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

/** Ends the thread: the main thread opens the database again. */
function giveUp(error: unknown): never {
  const failure = toFailure(error);
  throw Object.assign(new Error(failure.message), failure);
}
