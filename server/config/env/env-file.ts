import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** The path, relative to the folder in which a program is started. */
export const ENV_FILE = '.env';

/**
 * Puts the settings of `.env` into the environment, which wins, and says so on standard error. A
 * file that cannot be used ends the process: with half of its settings the site would be another.
 */
export function loadEnvFile(): void {
  const text = readEnvFile();
  if (text === '') return;
  for (const [name, value] of Object.entries(parseEnvText(text))) process.env[name] ??= value;
  process.stderr.write(`Using the settings in ${resolve(ENV_FILE)}.\n`);
}

/**
 * Reads .env; ends the process when it is invalid.
 * @returns its text, '' when there is no file
 */
export function readEnvFile(): string {
  let fault: string | undefined;
  try {
    // Some editors begin a file with a byte order mark.
    const text = readFileSync(ENV_FILE, 'utf8').replace(/^\uFEFF/, '');
    fault = findInvalidLine(text);
    if (!fault) return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    fault = `the file cannot be read (${code})`;
  }
  process.stderr.write(`${resolve(ENV_FILE)}: ${fault}\n`);
  process.exit(1);
}

/**
 * Parses line by line: for `NAME= ` with a trailing blank, Node would take the next line as value.
 */
export function parseEnvText(text: string): NodeJS.Dict<string> {
  return Object.assign({}, ...text.split('\n').map((line) => parseEnv(line)));
}

/**
 * A line that every reader of such files understands alike: empty, a name with its value, a
 * comment.
 */
const VALID_LINE =
  /^[ \t]*(?:(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'`#](?:[^#]*[^\s#])?)?)?(?:(?:^|\s+)#.*|\s*)$/;

/**
 * Node leaves out in silence what it does not understand, and what follows a `#` or a closing
 * quote.
 * @returns the first line that it would not read as it was meant, and never what stands there
 */
function findInvalidLine(text: string): string | undefined {
  const line = text.split('\n').findIndex((each) => !VALID_LINE.test(each));
  if (line < 0) return undefined;
  return `line ${line + 1}: must be NAME=value (put the value in quotes if it contains #), or # and a comment`;
}
