import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import { backUpToFolder, backupDatabase, NOT_A_COPY, restoreDatabase } from '../database/backup.ts';
import { type DatabaseDeps, openDatabase } from '../database/database.ts';
import { toCsv, toJson, toTable } from './export-callbacks.ts';
import { type CallbackStore, openCallbackStore } from './store/callback-store.ts';
import { importCallbacks } from './store/import-callbacks.ts';

const USAGE = `npm run callbacks                                lists all callback requests as a table
npm run callbacks -- --csv                       lists them as CSV, for a spreadsheet
npm run callbacks -- --json                      lists them as JSON, for a program
npm run callbacks -- --delete ID                 deletes one request
npm run callbacks -- --purge-older-than DAYS     deletes requests older than this, 1 or more
npm run callbacks -- --retry ID                  tries failed deliveries of one request again
npm run callbacks -- --backup FILE               backs up the embedded database (the site may be running)
npm run callbacks -- --backup FOLDER [--keep N]  the same, and deletes its own older ones there: keeps 14, or N
npm run callbacks -- --restore FILE              restores a backup (stop the site first)
npm run callbacks -- --import FILE               copies the requests of a site.db into the configured database
`;

/** Backups that stay in a folder: two weeks of nights. */
const KEPT_BACKUPS = '14';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Wrong arguments, which are reported with the usage and exit code 2. */
class UsageError extends Error {}

type Options = ReturnType<typeof readOptions>;

async function run(argv: string[]): Promise<number> {
  const options = readOptions(argv);
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
  const { delete: deleteId, retry, 'purge-older-than': days, json, csv } = options;
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
    const erased = await store.purge(new Date(Date.now() - Number(days) * DAY_MS));
    return print(`Deleted ${erased} callback ${erased === 1 ? 'request' : 'requests'}.`);
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
    return print(
      `Imported ${imported} callback ${imported === 1 ? 'request' : 'requests'} from ${path}. Already there: ${known}.`,
    );
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
    const kept = Number(keep ?? KEPT_BACKUPS);
    const { path, undeleted } = await backUpToFolder(dataDir, backup, kept);
    for (const old of undeleted)
      printError(`This old backup cannot be deleted: ${old.path} (${old.code}).`);
    return print(`Backed up to ${path}.`);
  }
  if (backup !== undefined) {
    if (keep !== undefined) throw new UsageError('--keep can be used only with --backup FOLDER');
    await backupDatabase(dataDir, backup);
    return print(`Backed up to ${backup}.`);
  }
  const replaced = await restoreDatabase(dataDir, from);
  print(`Restored from ${from}.`);
  return replaced ? print(`The previous database is kept as ${replaced}.`) : 0;
}

function readOptions(argv: string[]) {
  const { values, tokens } = parseArgs({
    args: argv,
    tokens: true,
    options: {
      help: { type: 'boolean' },
      csv: { type: 'boolean' },
      json: { type: 'boolean' },
      delete: { type: 'string' },
      retry: { type: 'string' },
      backup: { type: 'string' },
      keep: { type: 'string' },
      restore: { type: 'string' },
      import: { type: 'string' },
      'purge-older-than': { type: 'string' },
    },
  });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const repeated = names.find((name, place) => names.indexOf(name) < place);
  if (repeated !== undefined) throw new UsageError(`--${repeated} can be given only once`);
  const { keep, ...commands } = values;
  const given = Object.keys(commands);
  if (given.length > 1)
    throw new UsageError(
      `use only one of these options: ${given.map((name) => `--${name}`).join(', ')}`,
    );
  if ([values.backup, values.restore, values.import].includes(''))
    throw new UsageError('--backup, --restore and --import must be followed by the name of a file');
  const days = values['purge-older-than'];
  // 0 would delete all of them, though CALLBACK_RETENTION_DAYS=0 keeps them all.
  if (days !== undefined && !/^0*[1-9]\d{0,4}$/.test(days))
    throw new UsageError(
      '--purge-older-than must be followed by a whole number of days, 1 or more',
    );
  if (keep !== undefined && values.backup === undefined)
    throw new UsageError('--keep can be used only with --backup FOLDER');
  if (keep !== undefined && !/^0*[1-9]\d{0,4}$/.test(keep))
    throw new UsageError('--keep must be followed by a whole number of backups, 1 or more');
  return values;
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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
