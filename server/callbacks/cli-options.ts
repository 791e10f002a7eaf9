import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';

export const USAGE = `npm run callbacks                                lists all callback requests as a table
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
const KEPT_BACKUPS = 14;

/** Wrong arguments, which are reported with the usage and exit code 2. */
export class UsageError extends Error {}

export type Options = ReturnType<typeof parseOptions>;

/** @throws {UsageError} */
export function parseOptions(argv: string[]) {
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
  if (keep !== undefined && !(values.backup !== undefined && isFolder(values.backup)))
    throw new UsageError('--keep can be used only with --backup FOLDER');
  return {
    ...values,
    keep: parseCount('--keep', 'backups', keep) ?? KEPT_BACKUPS,
    // 0 would delete all of them, though CALLBACK_RETENTION_DAYS=0 keeps them all.
    days: parseCount('--purge-older-than', 'days', values['purge-older-than']),
  };
}

function parseCount(option: string, what: string, typed?: string): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^0*[1-9]\d{0,4}$/.test(typed))
    throw new UsageError(`${option} must be followed by a whole number of ${what}, 1 or more`);
  return Number(typed);
}

export const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
