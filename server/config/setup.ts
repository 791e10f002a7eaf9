import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from './config-error.ts';
import { ENV_FILE, parseEnvText, readEnvFile } from './env/env-file.ts';
import { VARIABLES } from './env/variables.ts';
import { runGoLive } from './run-golive.ts';
import { QUESTIONS, type Question } from './setup-questions.ts';
import { companySchema } from './site-file/company-schema.ts';
import { parseSiteFile } from './site-file/load-site-file.ts';
import { locateSiteFile } from './site-file/locate-site-file.ts';
import { siteFileTemplate } from './site-file/site-file-template.ts';
import { setInText } from './site-file/site-file-text.ts';

/** The schema for editors: a checkout and a release have `docs` two folders up. */
const SCHEMA_FILE = join(import.meta.dirname, '../../docs/site.schema.json');

/** The port of the desk, as in compose.yaml and docs/deployment.md. */
const DESK_PORT = '9464';

/** The files that setup writes, as they are so far, and answers that are not saved yet. */
interface Draft {
  sitePath: string;
  siteText: string;
  envText: string;
  /** Mail is saved once its recipients and its server are known: neither may stand alone. */
  answers: NodeJS.Dict<string>;
}

/**
 * Runs `npm run setup`: asks for what the site file and `.env` lack of the facts that every site
 * needs. Each answer is saved at once, so that the next run carries on after an interruption.
 * @returns the exit code
 */
async function setUp(): Promise<number> {
  const draft = readDraft();
  const siteFile = relative('.', draft.sitePath);
  // The commands that start a container name it, whatever has been answered.
  if (!existsSync(ENV_FILE)) writeFileSync(ENV_FILE, '', { mode: 0o600 });
  print(
    `Your answers are saved in ${siteFile} and ${ENV_FILE}. Lines that are there stay as they are.\n`,
  );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const typed = lines[Symbol.asyncIterator]();
  for (const question of QUESTIONS.filter((each) => isOpen(each, draft))) {
    const suggestion = suggestionOf(question, draft);
    print(`\n${question.ask}\n${question.help}\n`);
    lines.setPrompt(suggestion ? `[${suggestion}] > ` : '> ');
    for (let issue: string | null = ''; issue !== null; ) {
      lines.prompt();
      const { value, done } = await typed.next();
      if (done) return printError('\nYour answers are saved. Run setup again to carry on.');
      issue = applyAnswer(question, value.trim() || suggestion, draft);
      if (issue) print(`${issue}\n`);
    }
  }
  lines.close();
  const { DESK_PASSWORD } = draft.answers;
  if (DESK_PASSWORD) print(`\nThe password for your staff: ${DESK_PASSWORD}\n`);
  print('\nBefore the site can go public:\n\n');
  const exitCode = await runGoLive(environmentOf(draft));
  print(`
To look at the site, run npm start and open http://localhost:3000. It shows every change of ${siteFile}:
uncomment there what is true, one line after the other. docs/owner.md has the rest.
`);
  return exitCode;
}

/**
 * Reads the files, or begins new ones.
 * @throws {ConfigError} when a file is invalid or a folder cannot be written
 */
function readDraft(): Draft {
  const envText = readEnvFile();
  const { SITE_DIR, SITE_FILE } = environmentOf({ envText });
  const sitePath = locateSiteFile(resolve(SITE_DIR || 'site'), SITE_FILE);
  const folder = dirname(sitePath);
  mkdirSync(folder, { recursive: true });
  for (const each of ['.', folder]) assertWritableFolder(each);
  const schema = existsSync(SCHEMA_FILE) ? relative(folder, SCHEMA_FILE) : null;
  const siteText = existsSync(sitePath) ? readFileSync(sitePath, 'utf8') : siteFileTemplate(schema);
  const { issues } = parse({ sitePath, siteText });
  if (issues.length > 0) throw new ConfigError(issues.join('\n'));
  return { sitePath, siteText, envText, answers: {} };
}

const parse = ({ sitePath, siteText }: Pick<Draft, 'sitePath' | 'siteText'>) =>
  parseSiteFile(siteText, { folder: dirname(sitePath), siteUrl: 'http://localhost' });

const companyOf = (draft: Draft) => parse(draft).site.company ?? {};

const environmentOf = ({ envText }: Pick<Draft, 'envText'>): NodeJS.Dict<string> => ({
  ...parseEnvText(envText),
  ...process.env,
});

/** Tells whether a fact or a variable is not set yet. */
function isOpen(question: Question, draft: Draft): boolean {
  if ('facts' in question) {
    const company = companyOf(draft);
    return question.facts.some((fact) => company[fact] === undefined);
  }
  const env = environmentOf(draft);
  return !env[question.variable] && !env[`${question.variable}_FILE`];
}

/** Returns the answer that Enter gives; '' for none. */
function suggestionOf(question: Question, draft: Draft): string {
  const company = companyOf(draft);
  if ('variable' in question) return question.suggest?.(company) ?? '';
  return question.facts.map((fact) => company[fact]).find(Boolean) ?? '';
}

/**
 * Saves an answer if the site would accept it.
 * @returns the issue otherwise
 */
function applyAnswer(question: Question, answer: string, draft: Draft): string | null {
  if ('facts' in question) {
    if (answer === '') return 'The site cannot go public without it.';
    const company = companyOf(draft);
    for (const fact of question.facts.filter((each) => company[each] === undefined)) {
      const { data, error } = companySchema.shape[fact].safeParse(answer);
      if (error) return `It ${error.issues[0]?.message}.`;
      draft.siteText = setInText(draft.siteText, 'company', fact, data as string);
    }
    writeFileSync(draft.sitePath, draft.siteText);
    return null;
  }
  if (answer === '') return null;
  const { variable, normalize = String } = question;
  const value = normalize(answer);
  const { error } = VARIABLES[variable].check.safeParse(value);
  if (error) return `It ${error.issues[0]?.message}.`;
  if (/["\\]/.test(value)) return 'It must not contain " or \\.';
  draft.answers[variable] = value;
  saveVariables(draft);
  return null;
}

/** Writes the variables that are known so far, with those that they need. */
function saveVariables(draft: Draft): void {
  const { answers } = draft;
  const env = { ...environmentOf(draft), ...answers };
  const { SMTP_URL, CALLBACK_MAIL_TO, ...others } = answers;
  const isMailKnown = env.SMTP_URL && env.CALLBACK_MAIL_TO;
  const added = {
    ...others,
    ...(isMailKnown && { SMTP_URL, CALLBACK_MAIL_TO }),
    ...(isMailKnown && !env.CALLBACK_MAIL_FROM && { CALLBACK_MAIL_FROM: senderOf(env, draft) }),
    ...(others.DESK_PASSWORD && !env.DESK_PORT && !env.ADMIN_PORT && { ADMIN_PORT: DESK_PORT }),
  };
  const known = environmentOf(draft);
  for (const [name, value] of Object.entries(added))
    if (value && !known[name]) draft.envText = withVariable(draft.envText, name, value);
  writeFileSync(ENV_FILE, draft.envText, { mode: 0o600 });
  chmodSync(ENV_FILE, 0o600);
}

/** Returns an address that the mail server lets send: the user who logs in, if it is one. */
function senderOf({ SMTP_URL = '' }: NodeJS.Dict<string>, draft: Draft): string {
  const user = decodeURIComponent(URL.parse(SMTP_URL)?.username ?? '');
  return user.includes('@') ? user : (companyOf(draft).email ?? user);
}

/** Returns the text of a .env with a variable, in place of an empty or commented one. */
function withVariable(text: string, name: string, value: string): string {
  const line = `${name}=${quoteEnvValue(value)}`;
  const open = new RegExp(`^(?:# *${name}=.*|${name}=\\s*)$`, 'm');
  if (open.test(text)) return text.replace(open, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** Quotes a value only where another reader needs it: `docker run --env-file` knows no quotes. */
function quoteEnvValue(value: string): string {
  if (!/[#$`]|^'/.test(value)) return value;
  // Neither Compose nor systemd looks for variables between single quotes.
  return value.includes("'") ? `"${value}"` : `'${value}'`;
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

const print = (text: string) => process.stdout.write(text);

function printError(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

if (import.meta.main)
  try {
    process.exitCode = await setUp();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof ConfigError) && code === undefined) throw error;
    process.exitCode = printError(message);
  }
