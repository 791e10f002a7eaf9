import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { OpeningHours } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { ConfigError } from './checks.ts';
import { ENV_FILE, readEnvFile, settingsIn } from './env-file.ts';
import { SECRETS } from './environment.ts';
import { goLive } from './golive-list.ts';
import { checkSiteFile } from './read-site-file.ts';
import { QUESTIONS, type Question } from './setup-questions.ts';
import { VARIABLES } from './variables.ts';

const SITE_FILE = 'site/site.json';
/** What an owner writes to leave a fact out, to repeat the answer before, to go back to that question. */
const NOTHING = '-';
const AGAIN = '=';
const BACK = '<';

type Facts = Record<string, unknown>;

interface Answers {
  site: { company?: Facts; claims?: Facts; brand?: Facts; legal?: Facts };
  env: NodeJS.Dict<string>;
}

/**
 * `npm run setup`: asks for what only the owner knows, with what the files say as defaults. Each
 * answer is written at once: whatever ends it, the next run goes on from there. A folder that is not
 * there, or may not be written to, ends it before the first question.
 * @param chosen path of the site file, where it is another than `SITE_FILE` says
 */
async function setUp(chosen: string | undefined): Promise<number> {
  const before = readEnvFile();
  const env = settingsIn(before);
  const file = chosen ?? process.env.SITE_FILE ?? env.SITE_FILE ?? SITE_FILE;
  if (file === SITE_FILE) mkdirSync(dirname(file), { recursive: true });
  for (const folder of ['.', dirname(file)]) checkFolder(folder);
  const answers: Answers = { site: readSite(file), env };
  env.SITE_FILE ??= file;
  say(
    `This asks for what only you know, and writes each answer into ${file} or ${ENV_FILE} at once.
Enter keeps what stands in [brackets]; ${NOTHING} leaves a fact out; ${AGAIN} gives the same answer as before; ${BACK} goes one question back.\n`,
  );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = lines[Symbol.asyncIterator]();
  let at = 0;
  for (let question = QUESTIONS[at]; question; question = QUESTIONS[at]) {
    const shown = shownOf(question, answers);
    say(`\n${question.ask}\n${question.why}\n`);
    lines.setPrompt(shown === '' ? '> ' : `[${shown}] > `);
    lines.prompt();
    const { value, done } = await answer.next();
    if (done) return complain('\nNot every question was answered: run it again to go on.');
    let given: string = value.trim();
    if (given === BACK) {
      at = Math.max(0, at - 1);
      continue;
    }
    const previous = QUESTIONS[at - 1];
    if (given === AGAIN && previous) given = textOf(presentOf(previous, answers));
    const fault = take(question, given, answers);
    if (fault) say(`${fault}\n`);
    else {
      writeFileSync(file, `${JSON.stringify(answers.site, null, 2)}\n`);
      writeFileSync(ENV_FILE, withVariables(before, env), { mode: 0o600 });
      chmodSync(ENV_FILE, 0o600);
      at += 1;
    }
  }
  lines.close();
  say(`\nThis is what stands between these settings and a public site:\n\n`);
  return goLive({ ...process.env, ...env, SITE_FILE: file });
}

/** @throws {ConfigError} for one in which no answer could be kept */
function checkFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${folder}: takes a folder that is there and can be written to (${code})`,
    );
  }
}

/** @throws {ConfigError} for a file that is there and cannot be used: it is not written over */
function readSite(file: string): Answers['site'] {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, 'utf8');
  const { faults } = checkSiteFile(text);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

function presentOf({ place: [part, key], days }: Question, { site, env }: Answers): unknown {
  if (part === 'env') return env[key];
  const present = site[part]?.[key];
  if (!days) return present;
  const hours = (present as OpeningHours[] | undefined)?.find((each) =>
    each.days.some((day) => days.includes(day)),
  );
  return hours && `${hours.opens}-${hours.closes}`;
}

/** As an owner would type it. */
function textOf(present: unknown): string {
  return present === true ? 'yes' : String(present || '');
}

/** A secret is not shown to whoever looks over a shoulder. */
function shownOf(question: Question, answers: Answers): string {
  const [part, key] = question.place;
  const text = textOf(presentOf(question, answers));
  if (part === 'claims') return text || 'not claimed';
  return text && SECRETS.includes(key) ? 'as it is' : text;
}

/** @returns what is wrong with it; undefined when it was taken */
function take(question: Question, given: string, answers: Answers): string | undefined {
  const [part, key] = question.place;
  const isKept = given === '' && presentOf(question, answers) !== undefined;
  if (isKept) return undefined;
  if (given === '' || given === NOTHING) {
    if (key in PLACEHOLDER_COMPANY) return 'The site cannot go public without it.';
    // What is left out of these would be claimed as the specification has it.
    if (part === 'claims') return put(question, null, answers);
    return given === NOTHING ? put(question, undefined, answers) : undefined;
  }
  if (part === 'env') return faultOfVariable(key, given) ?? put(question, given, answers);
  if (question.kind === 'number' && !/^\d+$/.test(given)) return 'It takes a number.';
  if (question.kind === 'number') return put(question, Number(given), answers);
  const isYesOrNo = /^(y|yes|n|no)$/i.test(given);
  if (question.kind === 'boolean' && !isYesOrNo) return 'It takes yes or no.';
  if (part === 'claims' && question.kind === 'string' && isYesOrNo)
    return 'It takes more than yes or no; a claim that you do not make is left out with Enter.';
  if (question.kind !== 'boolean') return put(question, given, answers);
  return put(question, /^y/i.test(given) || null, answers);
}

function faultOfVariable(name: keyof typeof VARIABLES, given: string): string | undefined {
  if (/["\\]/.test(given)) return 'It takes a text without " and \\.';
  const { error } = VARIABLES[name].check.safeParse(given);
  return error && `It ${error.issues[0]?.message}.`;
}

/** Checked as the site checks it at its start. */
function put({ place, days }: Question, value: unknown, answers: Answers): string | undefined {
  const [part, key] = place;
  if (part === 'env') {
    answers.env[key] = value as string | undefined;
    return undefined;
  }
  const facts = answers.site[part];
  const taken = days ? withHours(facts?.[key] as OpeningHours[] | undefined, days, value) : value;
  const site = { ...answers.site, [part]: { ...facts, [key]: taken } };
  const [fault] = checkSiteFile(JSON.stringify(site)).faults;
  if (fault) return `It ${fault.replace(/^SITE_FILE: [^:]*: /, '')}.`;
  answers.site = site;
  return undefined;
}

/** Opening times with those of these days, `09:00-17:30`, in place of what they said of them. */
function withHours(before: OpeningHours[] = [], days: OpeningHours['days'], value: unknown) {
  const others = before.filter((each) => !each.days.some((day) => days.includes(day)));
  if (value === undefined) return others.length > 0 ? others : undefined;
  const [opens, closes] = String(value).split(/\s*[-–]\s*/);
  return [...others, { days, opens, closes }];
}

/** The text of a .env with these values; its other lines stay as they are. */
function withVariables(text: string, env: Answers['env']): string {
  const names = [
    'SITE_FILE',
    ...QUESTIONS.flatMap(({ place: [part, key] }) => (part === 'env' ? key : [])),
  ];
  const others = text.split('\n').filter((line) => {
    const [, name = ''] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
    return !names.includes(name);
  });
  const own = names.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [`${name}=${quoted(value)}`];
  });
  return [...others.join('\n').trimEnd().split('\n'), ...own, ''].join('\n').trimStart();
}

/** `docker run --env-file` knows no quotes: they are there only where another reader needs them. */
function quoted(value: string): string {
  if (!/[#$`]|^'/.test(value)) return value;
  // Neither Compose nor systemd looks for variables between single quotes.
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

const say = (text: string) => process.stdout.write(text);

function complain(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

if (import.meta.main)
  try {
    process.exitCode = await setUp(process.argv[2]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof ConfigError) && code === undefined) throw error;
    process.exitCode = complain(message);
  }
