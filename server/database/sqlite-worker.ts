import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, type Row, type Statement } from './engine.ts';
import { errcodeOf, isDamage, purgeSetAside } from './set-aside.ts';
import { type FileOptions, isFull, openDatabaseFile } from './sqlite-file.ts';

interface Transaction {
  kind: 'transaction';
  statements: readonly Statement[];
  /** When to give up waiting for another process, by `monotonicMs`. */
  until: number;
}

/** What the main thread asks for. `before` is in milliseconds since 1970. */
export type Job =
  | { kind: 'run'; statement: Statement; until: number }
  | Transaction
  | { kind: 'purge set aside'; before: number };

interface Numbered<T> {
  number: number;
  job: T;
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

const options = workerData as FileOptions;
const { database, setAside } = await openDatabaseFile(options).catch(giveUp);
const file = statSync(options.path).ino;
/** By their text: to prepare one takes longer than to carry it out. */
const prepared = new Map<string, StatementSync>();
/** Transactions that came while the last was being written. */
let waiting: Numbered<Transaction>[] = [];

port.on('message', (message: Numbered<Job> | 'close') => {
  if (message === 'close') {
    commitWaiting();
    database.close();
    port.close();
    return;
  }
  const { number, job } = message;
  switch (job.kind) {
    case 'transaction':
      waiting.push({ number, job });
      if (waiting.length === 1) setImmediate(() => commitWaiting());
      break;
    case 'run':
      run(number, job.statement, job.until);
      break;
    case 'purge set aside':
      purge(number, job.before);
  }
});
port.postMessage({ setAside } satisfies Opened);

function commitWaiting(): void {
  const transactions = waiting;
  waiting = [];
  if (transactions.length > 0) commit(transactions);
}

/**
 * All in one commit, because a disk takes longer for that than for everything else. If it fails, each
 * by itself: none fails because of another.
 */
function commit(transactions: Numbered<Transaction>[]): void {
  const [{ number, job }] = transactions as [Numbered<Transaction>];
  let results: Row[][][];
  try {
    waitUntil(job.until);
    database.exec('BEGIN IMMEDIATE');
    results = transactions.map(({ job }) => job.statements.map(rowsOf));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (transactions.length === 1) fail(number, error);
    else for (const transaction of transactions) commit([transaction]);
    return;
  }
  checkPlace();
  for (const [index, { number }] of transactions.entries())
    report({ number, results: results[index] as Row[][] });
}

function run(number: number, statement: Statement, until: number): void {
  try {
    waitUntil(until);
    const rows = rowsOf(statement);
    checkPlace();
    report({ number, results: [rows] });
  } catch (error) {
    fail(number, error);
  }
}

function purge(number: number, before: number): void {
  try {
    purgeSetAside(dirname(options.path), options.schemas, before);
    report({ number, results: [] });
  } catch (error) {
    report({ number, failure: toFailure(error) });
  }
}

function fail(number: number, error: unknown): void {
  report({ number, failure: toFailure(error) });
  if (isDamage(error) || errcodeOf(error) === 0) giveUp(error);
}

function rowsOf([sql, ...values]: Statement): Row[] {
  const statement = prepared.get(sql) ?? database.prepare(sql);
  prepared.set(sql, statement);
  const named = values.map((value, index) => [`$${index + 1}`, value]);
  return statement.all(Object.fromEntries(named)) as Row[];
}

/** How long the next statement waits for another process, such as `npm run callbacks`. */
function waitUntil(until: number): void {
  database.exec(`PRAGMA busy_timeout = ${Math.max(0, until - monotonicMs())}`);
}

/** What is written to a file that somebody has removed or replaced would be lost. */
function checkPlace(): void {
  if (statSync(options.path).ino !== file) throw new Error('the database file has been replaced');
}
