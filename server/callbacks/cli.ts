import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import { backUpToFolder, backupDatabase, NOT_A_COPY, restoreDatabase } from '../database/backup.ts';
import { type DatabaseDeps, openDatabase } from '../database/database.ts';
import { DAY_MS } from '../ops/durations.ts';
import { isFolder, type Options, parseOptions, USAGE, UsageError } from './cli-options.ts';
import { toCsv, toJson, toTable } from './export-callbacks.ts';
import { type CallbackStore, openCallbackStore } from './store/callback-store.ts';
import { importCallbacks } from './store/import-callbacks.ts';

async function run(argv: string[]): Promise<number> {
  const options = parseOptions(argv);
  if (options.help) return print(USAGE.trimEnd());
  loadEnvFile();
  const config = readConfig(process.env);
  process.stderr.write(`Callback requests in ${describeStore(config)}.\n`);
  if (options.backup !== undefined || options.restore !== undefined)
    return await copyDatabase(options, config);
  const log = pino({ base: null }, { write: printWarning });
  if (options.import !== undefined) return await importFrom(options.import, { config, log });
  const store = openCallbackStore({ config, log, create: false });
  try {
    return await runCommand(options, store);
  } finally {
    await store.close();
  }
}

async function runCommand(options: Options, store: CallbackStore): Promise<number> {
  const { delete: deleteId, retry, days, json, csv } = options;
  if (deleteId !== undefined)
    return (await store.erase(deleteId))
      ? print(`Deleted ${deleteId}.`)
      : printError(`There is no callback request with the ID ${deleteId}.`);
  if (retry !== undefined)
    return (await store.deliveries.retry(retry))
      ? print(`The failed deliveries of ${retry} will be tried again.`)
      : printError(
          `There is no callback request with the ID ${retry}, or none of its deliveries has failed.`,
        );
  if (days !== undefined) {
    const erased = await store.purge(new Date(Date.now() - days * DAY_MS));
    return print(`Deleted ${countRequests(erased)}.`);
  }
  const list = () => store.list();
  const format = () => {
    if (json) return toJson(list());
    return csv ? toCsv(list()) : toTable(list);
  };
  await pipeline(Readable.from(format()), process.stdout, { end: false });
  return 0;
}

async function importFrom(path: string, deps: DatabaseDeps): Promise<number> {
  if (!isFile(path)) return printError(`Nothing was imported: ${path} is not a file.`);
  const database = openDatabase(deps);
  try {
    const { imported, known } = await importCallbacks(database, path);
    return print(`Imported ${countRequests(imported)} from ${path}. Already there: ${known}.`);
  } finally {
    await database.close();
  }
}

async function copyDatabase(options: Options, config: Config): Promise<number> {
  const { backup, restore } = options;
  if (config.databaseUrl !== null)
    return printError(
      'This backs up the embedded database only. For PostgreSQL, use pg_dump and pg_restore.',
    );
  try {
    return await backUpOrRestore(options, config);
  } catch (error) {
    const { code = '', path } = error as NodeJS.ErrnoException;
    const problem = (backup === undefined ? RESTORE_PROBLEMS : BACKUP_PROBLEMS)[code];
    if (!problem || path !== (backup ?? restore)) throw error;
    const result = backup === undefined ? 'Nothing was restored' : 'No backup was made';
    return printError(`${result}: ${path} ${problem}.`);
  }
}

/** The system's errors about the file that was named, in words. */
const BACKUP_PROBLEMS: Record<string, string> = {
  EEXIST: 'already exists',
  ENOENT: 'is in a folder that does not exist',
  ENOTDIR: 'is in a folder that does not exist',
};
const RESTORE_PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  [NOT_A_COPY]: "is not an intact copy of the site's database",
};

async function backUpOrRestore(options: Options, { dataDir }: Config): Promise<number> {
  const { backup, keep, restore: from = '' } = options;
  if (backup !== undefined && isFolder(backup)) {
    const { path, undeleted } = await backUpToFolder(dataDir, backup, keep);
    for (const old of undeleted)
      printError(`This old backup cannot be deleted: ${old.path} (${old.code}).`);
    return print(`Backed up to ${path}.`);
  }
  if (backup !== undefined) {
    await backupDatabase(dataDir, backup);
    return print(`Backed up to ${backup}.`);
  }
  const replaced = await restoreDatabase(dataDir, from);
  print(`Restored from ${from}.`);
  return replaced ? print(`The previous database is kept as ${replaced}.`) : 0;
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Returns the location of the store without user and password. */
function describeStore({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return join(dataDir, 'site.db');
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

/** Prints the store's warnings as sentences. Errors are reported once, at the end. */
function printWarning(line: string): void {
  const { level, msg, file } = JSON.parse(line);
  if (level === pino.levels.values.warn) process.stderr.write(`${file ? `${file}: ` : ''}${msg}\n`);
}

const countRequests = (count: number) =>
  `${count} callback ${count === 1 ? 'request' : 'requests'}`;

function print(message: string): number {
  process.stdout.write(`${message}\n`);
  return 0;
}

function printError(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) {
    process.stderr.write(`${message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (code !== 'EPIPE') {
    const storeError = `The callback requests cannot be read or changed: ${message || code}`;
    process.exitCode = printError(error instanceof ConfigError ? message : storeError);
  }
}
