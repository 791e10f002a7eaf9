import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from '../config-error.ts';

/** The path, relative to the folder in which a program is started. */
export const ENV_FILE = '.env';

/**
 * A line that every reader of such files understands alike: empty, a name with its value, a
 * comment. Node leaves out in silence what it does not understand, and what follows a `#` or a
 * closing quote.
 */
const VALID_LINE =
  /^[ \t]*(?:(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'`#](?:[^#]*[^\s#])?)?)?(?:(?:^|\s+)#.*|\s*)$/;

/**
 * Puts the settings of `.env` into the environment, which wins, and says so on standard error.
 * @throws {ConfigError} as `readEnvFile` does
 */
export function loadEnvFile(): void {
  const text = readEnvFile();
  if (text === '') return;
  for (const [name, value] of Object.entries(parseEnvText(text))) process.env[name] ??= value;
  process.stderr.write(`Using the settings in ${resolve(ENV_FILE)}.\n`);
}

/**
 * Reads .env.
 * @returns its text, '' when there is no file
 * @throws {ConfigError} naming the file and the line that is not as it was meant
 */
export function readEnvFile(): string {
  let text: string;
  try {
    // Some editors begin a file with a byte order mark.
    text = readFileSync(ENV_FILE, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError(`${resolve(ENV_FILE)}: the file cannot be read (${code})`);
  }
  const index = text.split('\n').findIndex((line) => !VALID_LINE.test(line));
  if (index < 0) return text;
  throw new ConfigError(
    `${resolve(ENV_FILE)}: line ${index + 1}: must be NAME=value (put the value in quotes if it contains #), or # and a comment`,
  );
}

/** Parses the text without blanks at ends of lines: Node would take the next line as the value. */
export const parseEnvText = (text: string) => parseEnv(text.replace(/[ \t\r]+$/gm, ''));
