import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from './config-error.ts';
import { ENV_FILE } from './env/env-file.ts';
import { VARIABLES } from './env/variables.ts';
import { runGoLive } from './golive/run-golive.ts';
import {
  companyOf,
  type Draft,
  environmentOf,
  readDraft,
  saveFact,
  saveVariable,
} from './setup/draft.ts';
import { QUESTIONS, type Question } from './setup/questions.ts';
import { companySchema } from './site-file/company-schema.ts';

/** The schema for editors: a checkout and a release have `docs` two folders up. */
const SCHEMA_FILE = join(import.meta.dirname, '../../docs/site.schema.json');

/**
 * Runs `npm run setup`: asks for what the site file and `.env` lack of the facts that every site
 * needs. Each answer is saved at once, so that the next run carries on after an interruption.
 * @returns the exit code
 */
async function setUp(): Promise<number> {
  const draft = readDraft(SCHEMA_FILE);
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
      saveFact(draft, fact, data as string);
    }
    return null;
  }
  if (answer === '') return null;
  const { variable, normalize = String } = question;
  const value = normalize(answer);
  const { error } = VARIABLES[variable].check.safeParse(value);
  if (error) return `It ${error.issues[0]?.message}.`;
  if (/["\\]/.test(value)) return 'It must not contain " or \\.';
  saveVariable(draft, variable, value);
  return null;
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
