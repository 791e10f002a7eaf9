import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, type Row, type Statement, type TransactionOptions } from './engine.ts';
import { isCorruption, purgeQuarantined, sqliteErrorCode } from './quarantine.ts';
import { describeDiskError, type FileOptions, openDatabaseFile } from './sqlite-file.ts';

/** A job for the thread. */
export type Job =
  | { kind: 'transaction'; statements: readonly Statement[]; options: TransactionOptions }
  /** `before` is in milliseconds since 1970. */
  | { kind: 'purge quarantined'; before: number }
  | { kind: 'close' };

/** A job with its id, which the result repeats. */
export interface JobMessage {
  number: number;
  job: Job;
}

/** The first message, when the database is open. */
export interface ReadyMessage {
  /** The path of a quarantined one. */
  quarantinePath: string | null;
  /** The versions of the database before and after it was opened. */
  versions: { from: number; to: number };
}

/** The result of a job. */
export interface ResultMessage {
  number: number;
  results?: Row[][];
  /** The error's properties: a cloned error would lose its code. */
  failure?: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'code'>;
}

const port = parentPort as NonNullable<typeof parentPort>;
const options = workerData as FileOptions;
const { database, quarantinePath, versions } = await openDatabaseFile(options).catch(crash);
const file = statSync(options.path).ino;

port.on('message', ({ number, job }: JobMessage) => {
  try {
    port.postMessage({ number, results: runJob(job) } satisfies ResultMessage);
  } catch (error) {
    port.postMessage({ number, failure: serializeError(error) } satisfies ResultMessage);
    const isFatal = isCorruption(error) || sqliteErrorCode(error) === 0;
    if (job.kind === 'transaction' && isFatal) crash(error);
  }
});
port.postMessage({ quarantinePath, versions } satisfies ReadyMessage);

function runJob(job: Job): Row[][] {
  switch (job.kind) {
    case 'transaction':
      return runTransaction(job.statements, job.options);
    case 'purge quarantined':
      purgeQuarantined(dirname(options.path), job.before);
      return [];
    case 'close':
      database.close();
      port.close();
      return [];
  }
}

/** Runs statements, all or none. They are on the disk when this returns. */
function runTransaction(
  statements: readonly Statement[],
  { until, isDryRun = false }: TransactionOptions,
): Row[][] {
  // The wait for another process, such as `npm run callbacks`.
  database.exec(`PRAGMA busy_timeout = ${Math.max(0, until - monotonicMs())}`);
  // A single statement is a transaction by itself, and SQLite truncates its log only outside of
  // one.
  const isOne = statements.length === 1 && !isDryRun;
  try {
    if (!isOne) database.exec('BEGIN IMMEDIATE');
    const results = statements.map(runStatement);
    if (!isOne) database.exec(isDryRun ? 'ROLLBACK' : 'COMMIT');
    assertSameFile();
    return results;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function runStatement([sql, ...values]: Statement): Row[] {
  const named = values.map((value, index) => [`$${index + 1}`, value]);
  return database.prepare(sql).all(Object.fromEntries(named)) as Row[];
}

/** Throws when the database file was removed or replaced: what is written to it would be lost. */
function assertSameFile(): void {
  if (statSync(options.path).ino !== file) throw new Error('the database file has been replaced');
}

function serializeError(error: unknown) {
  const { message, code } = error as NodeJS.ErrnoException;
  const errcode = sqliteErrorCode(error);
  return {
    name: 'SqliteFailure',
    message: describeDiskError(error) ?? message,
    code: errcode ? `SQLITE ${errcode}` : code,
  };
}

/** Ends the thread. The main thread then opens the database again. */
function crash(error: unknown): never {
  const failure = serializeError(error);
  throw Object.assign(new Error(failure.message), failure);
}
