import { access, constants } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { ConfigError } from '../config/error.ts';
import { readConfig } from '../config.ts';
import { toCsv, toRow, toTable } from './callbacks-list.ts';
import { requestDeletion } from './store/deletions.ts';
import { isMissing, storeDirectory } from './store/files.ts';
import { JournalLocked, takeLock } from './store/lock.ts';
import { listQuarantine, purgeQuarantine } from './store/quarantine.ts';
import { readCallbacks } from './store/reader.ts';
import { tendStore } from './store/tend.ts';

const USAGE = `npm run callbacks                                the callback requests of the embedded store, as a table
npm run callbacks -- --csv                       for a spreadsheet
npm run callbacks -- --json                      for a program
npm run callbacks -- --delete ID                 deletes one
npm run callbacks -- --purge-older-than DAYS     deletes what is older
`;

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long to wait for the running site to take deleted records off the disk. */
const SITE_WAIT_MS = 5000;

/** A wrong call: said with the usage, exit code 2. */
class UsageError extends Error {}

async function run(argv: string[]): Promise<number> {
  const options = readOptions(argv);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { dataDir } = readConfig(process.env);
  const callbacks = await readCallbacks(dataDir);
  if (options.delete !== undefined) {
    if (!callbacks.some(({ id }) => id === options.delete))
      return complain(`no callback request has the id ${options.delete}`);
    await erase(dataDir, [options.delete]);
    process.stdout.write(`Deleted ${options.delete}.\n`);
    return 0;
  }
  if (options.purgeDays !== undefined) {
    const before = new Date(Date.now() - options.purgeDays * DAY_MS);
    const ids = callbacks
      .filter(({ receivedAt }) => new Date(receivedAt) < before)
      .map(({ id }) => id);
    if (ids.length > 0) await erase(dataDir, ids);
    const pieces = await purgeQuarantine(storeDirectory(dataDir), before);
    process.stdout.write(
      `Deleted ${ids.length} callback requests${pieces > 0 ? ` and ${pieces} damaged pieces` : ''}.\n`,
    );
    return 0;
  }
  const rows = callbacks.map(toRow);
  process.stdout.write(
    options.json ? `${JSON.stringify(rows, null, 2)}\n` : options.csv ? toCsv(rows) : toTable(rows),
  );
  const damaged = await listQuarantine(storeDirectory(dataDir));
  if (damaged.length > 0)
    process.stderr.write(`Damaged pieces of the journal were set aside:\n${damaged.join('\n')}\n`);
  return 0;
}

function readOptions(argv: string[]) {
  const { values } = parse(argv);
  const given = Object.keys(values);
  if (given.length > 1)
    throw new UsageError(`choose one of ${given.map((name) => `--${name}`).join(', ')}`);
  const days = values['purge-older-than'];
  if (days !== undefined && !/^\d{1,5}$/.test(days))
    throw new UsageError('--purge-older-than takes a whole number of days');
  return { ...values, purgeDays: days === undefined ? undefined : Number(days) };
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: {
        help: { type: 'boolean' },
        csv: { type: 'boolean' },
        json: { type: 'boolean' },
        delete: { type: 'string' },
        'purge-older-than': { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * The request hides the records at once. Then whoever holds the store takes them off the disk: we,
 * unless the site is running.
 */
async function erase(dataDir: string, ids: string[]): Promise<void> {
  const directory = storeDirectory(dataDir);
  const request = await requestDeletion(directory, ids);
  try {
    const release = takeLock(directory);
    await tendStore(directory, pino({ base: null }, pino.destination(2))).finally(release);
  } catch (error) {
    if (!(error instanceof JournalLocked)) throw error;
  }
  const giveUpAt = Date.now() + SITE_WAIT_MS;
  while (await exists(request)) {
    if (Date.now() > giveUpAt) {
      process.stderr.write(
        'They are hidden now; the running site takes them off the disk as soon as the disk lets it.\n',
      );
      return;
    }
    await delay(100);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else {
    const code = (error as NodeJS.ErrnoException).code;
    process.exitCode = complain(
      error instanceof ConfigError || !code
        ? (error as Error).message
        : `the store cannot be read or written: ${(error as Error).message}`,
    );
  }
}
