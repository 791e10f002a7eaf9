import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseEnv } from 'node:util';
import type { Company } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import type { LegalDates } from '../../shared/site/site-context.ts';
import { ConfigError } from './checks.ts';
import { SECRETS } from './environment.ts';
import { goLive } from './golive-list.ts';
import { checkSiteFile } from './read-site-file.ts';
import { type Name, VARIABLES } from './variables.ts';

const ENV_FILE = '.env';
/** What an owner writes to leave a fact out. */
const NOTHING = '-';

const HOUSE = 'Companies House shows it: "Find and update company information" on GOV.UK.';

interface Question {
  /** The part of the site file, or the environment, and the name there. */
  place: ['company', keyof Company] | ['legal', keyof LegalDates] | ['env', Name];
  ask: string;
  /** Why it is needed, or where it is found. */
  why: string;
}

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  {
    place: ['company', 'name'],
    ask: 'What is the company called, as customers know it?',
    why: 'The logo, titles and the feed say it.',
  },
  {
    place: ['company', 'legalName'],
    ask: 'What is its registered name?',
    why: `Every page must show it by law (Companies Act 2006). ${HOUSE}`,
  },
  {
    place: ['company', 'number'],
    ask: 'What is its company number?',
    why: `Every page must show it by law; it also tells where in the UK you are registered. ${HOUSE}`,
  },
  {
    place: ['company', 'registeredOffice'],
    ask: 'What is the address of its registered office?',
    why: `Every page must show it by law. ${HOUSE}`,
  },
  {
    place: ['company', 'headOffice'],
    ask: 'What is the address of the head office?',
    why: 'Visitors see it on the contact page. It may be the same.',
  },
  {
    place: ['company', 'phone24h'],
    ask: 'Which number do people ring at the roadside?',
    why: 'It stands on every page, first of all. Ring it once yourself, at night too.',
  },
  {
    place: ['company', 'phone'],
    ask: 'Which number is your main line?',
    why: 'The contact page shows it. It may be the same.',
  },
  {
    place: ['company', 'email'],
    ask: 'Which e-mail address reads general questions?',
    why: 'The footer, the contact page and the privacy policy name it. Complaints about data come here.',
  },
  {
    place: ['company', 'claimsEmail'],
    ask: 'Which e-mail address reads about claims?',
    why: 'Visitors send their notes of an accident there. It may be the same.',
  },
  {
    place: ['company', 'vat'],
    ask: 'What is its VAT number?',
    why: 'The law wants it on the site of a company that has one. It is on your invoices.',
  },
  {
    place: ['company', 'ico'],
    ask: 'What is its registration number at the Information Commissioner’s Office?',
    why: 'Most companies that hold data of people must pay its fee. It is on the certificate, and in the ICO’s register of fee payers.',
  },
  {
    place: ['company', 'fca'],
    ask: 'What is its firm reference number at the Financial Conduct Authority?',
    why: 'Only if you are authorised: ask your solicitor whether you must be. It is in the Financial Services Register.',
  },
  {
    place: ['company', 'founded'],
    ask: 'In which year was it founded?',
    why: `Pages say "since" that year, and the years of experience count from it. ${HOUSE}`,
  },
  {
    place: ['company', 'callbackWithin'],
    ask: 'How soon do you ring back whoever asks for it? Such as 15 minutes.',
    why: 'The form promises it, in your opening times: leave it out unless you keep it every time.',
  },
  {
    place: ['legal', 'termsFrom'],
    ask: 'From which day do your terms apply? Such as 2026-05-01.',
    why: 'Your solicitor names it, once they have read /terms.',
  },
  {
    place: ['legal', 'privacyFrom'],
    ask: 'From which day does your privacy policy apply?',
    why: 'The same for /privacy-policy.',
  },
  {
    place: ['legal', 'complaintsFrom'],
    ask: 'From which day does your complaints procedure apply?',
    why: 'The same for /complaints.',
  },
  {
    place: ['env', 'SITE_URL'],
    ask: 'At which address will the site be? Such as https://www.example.com.',
    why: 'Search engines and shared links get it. With https the site counts as public, and nothing invented is shown.',
  },
  {
    place: ['env', 'SMTP_URL'],
    ask: 'Through which mail server are callback requests sent to you? Such as smtps://user:password@mail.example.com.',
    why: 'Whoever looks after your e-mail knows it. Without mail or another way nobody is told that a customer wants to be rung.',
  },
  {
    place: ['env', 'CALLBACK_MAIL_TO'],
    ask: 'Who gets these mails? Addresses, separated by commas.',
    why: 'The people who ring back.',
  },
  {
    place: ['env', 'CALLBACK_MAIL_FROM'],
    ask: 'From which address do these mails come?',
    why: 'One that the mail server lets you use.',
  },
];

type Facts = Record<string, unknown>;

interface Answers {
  site: { company?: Facts; legal?: Facts };
  env: NodeJS.Dict<string>;
}

/**
 * `npm run setup`: asks for the company's facts, with what the files say as defaults, and writes
 * them only when every question is answered.
 * @param chosen path of the site file, where it is another than `SITE_FILE` says
 */
async function setUp(chosen: string | undefined): Promise<number> {
  const before = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, 'utf8') : '';
  const env = parseEnv(before);
  const file = chosen ?? env.SITE_FILE ?? 'site.json';
  const answers: Answers = { site: readSite(file), env };
  say(
    `This asks for what only you know, and writes it into ${file} and ${ENV_FILE}.\nEnter keeps what stands in [brackets]; ${NOTHING} leaves a fact out. Nothing is written before the end.\n`,
  );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = lines[Symbol.asyncIterator]();
  for (const question of QUESTIONS)
    for (;;) {
      say(`\n${question.ask}\n${question.why}\n`);
      const present = presentOf(question, answers);
      lines.setPrompt(present === undefined ? '> ' : `[${shown(question, present)}] > `);
      lines.prompt();
      const { value, done } = await answer.next();
      if (done) return complain('\nNot every question was answered: nothing was written.');
      const fault = take(question, value.trim(), answers);
      if (!fault) break;
      say(`${fault}\n`);
    }
  lines.close();
  env.SITE_FILE ??= file;
  writeFileSync(file, `${JSON.stringify(answers.site, null, 2)}\n`);
  if (existsSync(ENV_FILE)) chmodSync(ENV_FILE, 0o600);
  writeFileSync(ENV_FILE, withVariables(before, env), { mode: 0o600 });
  say(`\nWritten. This is what stands between these settings and a public site:\n\n`);
  return goLive({ ...process.env, ...env, SITE_FILE: file });
}

/** @throws {ConfigError} for a file that is there and cannot be used: it is not written over */
function readSite(file: string): Answers['site'] {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, 'utf8');
  const { faults } = checkSiteFile(text);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

function presentOf({ place: [part, key] }: Question, { site, env }: Answers): unknown {
  return part === 'env' ? env[key] : site[part]?.[key];
}

/** A secret is not shown to whoever looks over a shoulder. */
const shown = ({ place: [, key] }: Question, present: unknown) =>
  SECRETS.includes(key) ? 'as it is' : present;

/** @returns what is wrong with it; undefined when it was taken */
function take(question: Question, given: string, answers: Answers): string | undefined {
  const { place } = question;
  const present = presentOf(question, answers);
  if (given === '' && present !== undefined) return undefined;
  if (given === '' || given === NOTHING) {
    if (place[1] in PLACEHOLDER_COMPANY) return 'The site cannot go public without it.';
    return put(question, undefined, answers);
  }
  const fault = place[0] === 'env' ? faultOfVariable(place[1], given) : '';
  return fault || put(question, place[1] === 'founded' ? Number(given) : given, answers);
}

function faultOfVariable(name: keyof typeof VARIABLES, given: string): string | undefined {
  if (/["\\]/.test(given)) return 'It takes a text without " and \\.';
  const { error } = VARIABLES[name].check.safeParse(given);
  return error && `It ${error.issues[0]?.message}.`;
}

/** Checked as the site checks it at its start. */
function put({ place }: Question, value: unknown, answers: Answers): string | undefined {
  const [part, key] = place;
  if (part === 'env') {
    answers.env[key] = value as string | undefined;
    return undefined;
  }
  const site = { ...answers.site, [part]: { ...answers.site[part], [key]: value } };
  const [fault] = checkSiteFile(JSON.stringify(site)).faults;
  if (fault) return `It ${fault.replace(/^SITE_FILE: [^:]*: /, '')}.`;
  answers.site = site;
  return undefined;
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
    // Neither Compose nor a shell looks for variables between single quotes.
    const quote = value?.includes("'") ? '"' : "'";
    return value === undefined ? [] : [`${name}=${quote}${value}${quote}`];
  });
  return [...others.join('\n').trimEnd().split('\n'), ...own, ''].join('\n').trimStart();
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
    if (!(error instanceof ConfigError)) throw error;
    process.exitCode = complain(error.message);
  }
