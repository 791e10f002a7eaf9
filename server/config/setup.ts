import { accessSync, chmodSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from './config-error.ts';
import { ENV_FILE, parseEnvText, readEnvFile } from './env/env-file.ts';
import { runGoLive } from './run-golive.ts';
import type { Answers, Question } from './setup-question.ts';
import { QUESTIONS, SETUP_VARIABLES } from './setup-questions.ts';
import { parseSiteFile, readSiteFile } from './site-file/load-site-file.ts';

const SITE_FILE = 'site/site.json';
/** Inputs that leave a fact out, repeat the previous answer, or go back a question. */
const SKIP = '-';
const REPEAT = '=';
const BACK = '<';
const THE_SAME = /^(the )?same$/i;

/**
 * Runs `npm run setup`: asks for what only the owner knows, with the values of the files as
 * defaults. Each answer is written at once, so that the next run carries on after an interruption.
 * A folder that is missing or not writable ends it before the first question.
 * @param pathArgument the path of the site file, if not that of `SITE_FILE`
 */
async function setUp(pathArgument: string | undefined): Promise<number> {
  const before = readEnvFile();
  const env = parseEnvText(before);
  const file = pathArgument ?? process.env.SITE_FILE ?? env.SITE_FILE ?? SITE_FILE;
  if (file === SITE_FILE) mkdirSync(dirname(file), { recursive: true });
  for (const folder of ['.', dirname(file)]) assertWritableFolder(folder);
  const answers: Answers = { site: readSite(file), env, chosen: [] };
  env.SITE_FILE ??= file;
  print(
    `These questions are about your company. Each answer is saved straight away in ${file} or ${ENV_FILE}.
Press Enter to keep the answer in [brackets]. Type ${SKIP} to leave something out, ${REPEAT} to repeat your last answer, or ${BACK} to go back one question.\n`,
  );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const typed = lines[Symbol.asyncIterator]();
  const isAsked = ({ isAsked: asked }: Question) => asked?.(answers) ?? true;
  /** The questions asked so far, for the way back. */
  const asked: Question[] = [];
  let question = QUESTIONS.find(isAsked);
  while (question) {
    const shown = question.current(answers) || question.suggested?.(answers) || '';
    print(`\n${question.question}\n${question.help}\n`);
    lines.setPrompt(shown === '' ? '> ' : `[${shown}] > `);
    lines.prompt();
    const { value, done } = await typed.next();
    if (done)
      return printError(
        '\nYou stopped before the last question. Your answers are saved: run setup again to carry on.',
      );
    const input: string = value.trim();
    if (input === BACK) {
      question = asked.pop() ?? question;
      continue;
    }
    const issue = answerQuestion(question, input, answers, asked.at(-1));
    if (issue) {
      print(`${issue}\n`);
      continue;
    }
    answers.site.testimonials ??= [];
    writeFileSync(file, `${JSON.stringify(answers.site, null, 2)}\n`);
    writeFileSync(ENV_FILE, withVariables(before, env), { mode: 0o600 });
    chmodSync(ENV_FILE, 0o600);
    asked.push(question);
    question = QUESTIONS.slice(QUESTIONS.indexOf(question) + 1).find(isAsked);
  }
  lines.close();
  const { madePassword } = answers;
  if (madePassword && env.DESK_PASSWORD === madePassword)
    print(`\nThe password for your staff: ${madePassword}\n`);
  print(`\nBefore the site can go public:\n\n`);
  return await runGoLive({ ...process.env, ...env, SITE_FILE: file });
}

/**
 * Applies the input to a question.
 * @returns the issue; undefined when the answer was set or kept
 */
function answerQuestion(
  question: Question,
  input: string,
  answers: Answers,
  previous: Question | undefined,
): string | undefined {
  const { isRequired, suggested } = question;
  const current = question.current(answers);
  const suggestion = suggested?.(answers) ?? '';
  if (input === '' && current !== '') return undefined;
  if (isRequired && input === SKIP) return REQUIRED;
  if (input === SKIP) return question.answer('', answers);
  const text = repeated(input) ?? input;
  if (text === '' && isRequired) return REQUIRED;
  return question.answer(text, answers);

  /** Returns the text for which Enter, `=` and "the same" stand; undefined for other input. */
  function repeated(given: string): string | undefined {
    if (given === REPEAT) return previous?.current(answers) ?? '';
    return given === '' || (suggestion && THE_SAME.test(given)) ? suggestion : undefined;
  }
}

const REQUIRED = 'The site cannot go public without it.';

/** @throws {ConfigError} when the folder is missing or not writable */
function assertWritableFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${folder}: the folder must exist and be writable (${code})`);
  }
}

/** @throws {ConfigError} when the file exists but is invalid, so that it is not overwritten */
function readSite(file: string): Answers['site'] {
  if (!existsSync(file)) return {};
  const { text } = readSiteFile(file, true);
  const { issues } = parseSiteFile(text, { folder: dirname(file), siteUrl: 'http://localhost' });
  if (issues.length > 0) throw new ConfigError(issues.join('\n'));
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** Returns the text of a .env with these values. Its other lines stay as they are. */
function withVariables(text: string, env: Answers['env']): string {
  const others = text.split('\n').filter((line) => {
    const [, name = ''] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
    return !SETUP_VARIABLES.some((variable) => variable === name);
  });
  const own = SETUP_VARIABLES.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [`${name}=${quoteEnvValue(value)}`];
  });
  return [...others.join('\n').trimEnd().split('\n'), ...own, ''].join('\n').trimStart();
}

/** Quotes a value only where another reader needs it: `docker run --env-file` knows no quotes. */
function quoteEnvValue(value: string): string {
  if (!/[#$`]|^'/.test(value)) return value;
  // Neither Compose nor systemd looks for variables between single quotes.
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

const print = (text: string) => process.stdout.write(text);

function printError(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

if (import.meta.main)
  try {
    process.exitCode = await setUp(process.argv[2]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof ConfigError) && code === undefined) throw error;
    process.exitCode = printError(message);
  }
