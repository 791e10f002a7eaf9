import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { ENV_FILE, parseEnvText, readEnvFile } from '../env/env-file.ts';
import { parseSiteFile } from '../site-file/load-site-file.ts';
import { locateSiteFile } from '../site-file/locate-site-file.ts';
import { setInEnvText } from './env-text.ts';
import { siteFileTemplate } from './site-file-template.ts';
import { setInText } from './site-file-text.ts';

/** The port of the desk, as in compose.yaml and docs/deployment.md. */
const DESK_PORT = '9464';

/** The files that setup writes, as they are so far, and the variables that were answered. */
export interface Draft {
  sitePath: string;
  siteText: string;
  envText: string;
  answers: NodeJS.Dict<string>;
}

/**
 * Reads the files, or begins new ones.
 * @param schemaFile the schema of the site file, which may be missing
 * @throws {ConfigError} when a file is invalid or a folder cannot be written
 */
export function readDraft(schemaFile: string): Draft {
  const envText = readEnvFile();
  const { SITE_DIR, SITE_FILE } = environmentOf({ envText });
  const sitePath = locateSiteFile(resolve(SITE_DIR || 'site'), SITE_FILE);
  const folder = dirname(sitePath);
  mkdirSync(folder, { recursive: true });
  for (const each of ['.', folder]) assertWritableFolder(each);
  const schema = existsSync(schemaFile) ? relative(folder, schemaFile) : null;
  const siteText = existsSync(sitePath) ? readFileSync(sitePath, 'utf8') : siteFileTemplate(schema);
  const { issues } = parse({ sitePath, siteText });
  if (issues.length > 0) throw new ConfigError(issues.join('\n'));
  return { sitePath, siteText, envText, answers: {} };
}

const parse = ({ sitePath, siteText }: Pick<Draft, 'sitePath' | 'siteText'>) =>
  parseSiteFile(siteText, { folder: dirname(sitePath), siteUrl: 'http://localhost' });

/** Returns the facts of the company in the site file. */
export const companyOf = (draft: Draft) => parse(draft).site.company ?? {};

/** Returns the variables of `.env` and of the environment, which wins. */
export const environmentOf = ({ envText }: Pick<Draft, 'envText'>): NodeJS.Dict<string> => ({
  ...parseEnvText(envText),
  ...process.env,
});

/** Writes a fact of the company to the site file. */
export function saveFact(draft: Draft, fact: string, value: string): void {
  draft.siteText = setInText(draft.siteText, 'company', fact, value);
  writeFileSync(draft.sitePath, draft.siteText);
}

/**
 * Writes a variable to `.env`, with those that it needs. Mail is written once its recipients and its
 * server are known: neither may stand alone.
 */
export function saveVariable(draft: Draft, variable: string, value: string): void {
  draft.answers[variable] = value;
  const known = environmentOf(draft);
  const env = { ...known, ...draft.answers };
  const { SMTP_URL, CALLBACK_MAIL_TO, ...others } = draft.answers;
  const isMailKnown = env.SMTP_URL && env.CALLBACK_MAIL_TO;
  const added = {
    ...others,
    ...(isMailKnown && { SMTP_URL, CALLBACK_MAIL_TO, CALLBACK_MAIL_FROM: senderOf(env, draft) }),
    ...(others.DESK_PASSWORD && !env.DESK_PORT && { ADMIN_PORT: DESK_PORT }),
  };
  for (const [name, text] of Object.entries(added))
    if (text && !known[name]) draft.envText = setInEnvText(draft.envText, name, text);
  writeFileSync(ENV_FILE, draft.envText, { mode: 0o600 });
  chmodSync(ENV_FILE, 0o600);
}

/** Returns an address that the mail server lets send: the user who logs in, if it is one. */
function senderOf({ SMTP_URL = '' }: NodeJS.Dict<string>, draft: Draft): string {
  const user = decodeURIComponent(URL.parse(SMTP_URL)?.username ?? '');
  return user.includes('@') ? user : (companyOf(draft).email ?? user);
}

/** @throws {ConfigError} when the folder is missing or not writable */
function assertWritableFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${folder}: the folder must exist and be writable (${code})`);
  }
}
