import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { DAYS } from '../../shared/site/company.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import type { Question } from './setup-question.ts';
import { QUESTIONS } from './setup-questions.ts';

/** Answers the questions in this folder. */
function setUp(folder: string, answers: readonly string[], options: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('server/config/setup.ts'), ...options],
    { cwd: folder, env: {}, input: answers.map((line) => `${line}\n`).join(''), encoding: 'utf8' },
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const site = () => JSON.parse(read('site/site.json'));
  return { status, stdout, stderr, read, site };
}

const PASSWORD = 'pass$word-canary';

/** Input by words of the question. In a list, all but the last are refused. */
const TYPED: readonly (readonly [about: string, typed: string | readonly string[]])[] = [
  ['your company called', ['', 'Ann & "Co"']],
  ['registered company name', 'Ann and Company Limited'],
  ['company number', ['123', '01234567']],
  ['your registered office', '1 Street, London EC1A 1AA'],
  ['your head office', ''],
  ['call from the roadside', ['-', '0800 123', '0800 111 1111']],
  ['main phone number', 'the same'],
  ['general questions', ['nobody', 'hello@ann.co.uk']],
  ['messages about claims', 'claims@ann.co.uk'],
  ['website’s address', ['https://www.ann.co.uk/about', 'WWW.ann.co.uk/']],
  ['Which mail server', `smtps://user:${PASSWORD}@mail.ann.co.uk`],
  ['Who should get these emails', ''],
  ['should these emails come from', "Ann's site <site@ann.co.uk>"],
  ['should your staff use', ['short', '']],
  ['is your answer yes', ['perhaps', '99', '1 3-4']],
  ['Which of these do you want', 'all'],
  ['your company founded', ['last year', '2015']],
  ['years of experience', ['perhaps', 'yes']],
  ['your office open', ['always', '9am-5.30pm, Sat 10 to 2']],
  ['call people back', '15 minutes'],
  ['hours do you deliver', ['soon', 'yes', '24']],
  ['deliver sooner', 'no'],
  ['What grade', ['yes', 'very good', '']],
  ['makes', 'Tesla, Polestar'],
  ['weeks does a claim take', '6-8'],
  ['(ICO)', 'ZA123456'],
  ['main brand colour', ['green', '#1d3f8f']],
  ['website terms', '2026-05-01'],
];

const answersTo = ({ question }: Question) => {
  const typed = TYPED.find(([about]) => question.includes(about))?.[1] ?? '';
  return typeof typed === 'string' ? [typed] : typed;
};
const GIVEN = QUESTIONS.flatMap(answersTo);

test('setup asks, says why, checks as it goes, and writes the site file and .env', () => {
  const { status, stdout, stderr, read, site } = setUp(temporaryFolder(), GIVEN);
  expect(stderr).toBe('');
  for (const { question, help } of QUESTIONS) expect(stdout).toContain(`${question}\n${help}\n`);
  for (const issue of [
    'It must be the 8 characters of a company number',
    'The site cannot go public without it.',
    'It must be a phone number',
    'It must be an email address',
    'It must end after the host and port',
    'It must be 16 characters or longer',
    'Please type numbers from the list',
    'Please enter a number.',
    'Please answer yes or no.',
    'It must be a grade such as "A".\n',
    'Please enter the value, not yes or no.',
    'Please enter days and times, for example Mon-Fri 9am-5.30pm.',
    'It must be a colour such as #00573f',
  ])
    expect(stdout).toContain(issue);
  expect(site()).toEqual({
    testimonials: [],
    company: {
      name: 'Ann & "Co"',
      legalName: 'Ann and Company Limited',
      number: '01234567',
      registeredOffice: '1 Street, London EC1A 1AA',
      headOffice: '1 Street, London EC1A 1AA',
      phone24h: '0800 111 1111',
      phone: '0800 111 1111',
      email: 'hello@ann.co.uk',
      claimsEmail: 'claims@ann.co.uk',
      founded: 2015,
      officeHours: [
        { days: DAYS.slice(0, 5), opens: '09:00', closes: '17:30' },
        { days: ['Saturday'], opens: '10:00', closes: '14:00' },
      ],
      callbackWithin: '15 minutes',
      ico: 'ZA123456',
    },
    claims: {
      independent: true,
      helpline24h: true,
      recovery: true,
      experience: true,
      replacementHours: 24,
      makes: ['Tesla', 'Polestar'],
      claimWeeks: '6-8',
    },
    brand: { primary: '#1d3f8f' },
    legal: { termsFrom: '2026-05-01', privacyFrom: '2026-05-01', complaintsFrom: '2026-05-01' },
  });
  const [, password] = /The password for your staff: (\S{16,})\n/.exec(stdout) ?? [];
  expect(parseEnv(read('.env'))).toEqual({
    SITE_FILE: 'site/site.json',
    SITE_URL: 'https://www.ann.co.uk',
    SMTP_URL: `smtps://user:${PASSWORD}@mail.ann.co.uk`,
    CALLBACK_MAIL_TO: 'claims@ann.co.uk',
    CALLBACK_MAIL_FROM: "Ann's site <site@ann.co.uk>",
    DESK_PASSWORD: password,
    ADMIN_PORT: '9464',
  });
  expect(read('.env')).toContain("\nCALLBACK_MAIL_FROM=Ann's site <site@ann.co.uk>\n");
  expect(read('.env')).toContain(`\nSMTP_URL='smtps://user:${PASSWORD}@mail.ann.co.uk'\n`);
  expect(stdout).toContain('Claims to confirm');
  expect(stdout).not.toMatch(/placeholder|No one is told/);
  expect(status).toBe(1); // no such mail server
});

test('who leaves out what may be left out answers sixteen questions', () => {
  const { stdout, site } = setUp(temporaryFolder(), [
    ...QUESTIONS.slice(0, 14).map((question) => answersTo(question).at(-1) ?? ''),
    '',
    '',
  ]);
  expect(stdout.match(/> /g)).toHaveLength(16);
  expect(Object.keys(site().claims)).toEqual([]);
  expect(site().company).not.toHaveProperty('founded');
});

test('run again, it keeps what is there, and everything that it does not ask for', () => {
  const folder = temporaryFolder();
  const before = setUp(folder, GIVEN).site();
  const own = { ...before, headings: { home: { h1: 'Ours' } } };
  writeFileSync(join(folder, 'site/site.json'), JSON.stringify(own));
  const env = readFileSync(join(folder, '.env'), 'utf8');
  writeFileSync(join(folder, '.env'), `# Ours\nDATA_DIR=/srv/site\n${env}`);
  chmodSync(join(folder, '.env'), 0o644);
  const answers = QUESTIONS.map(({ question }) => {
    if (question.includes('Which of these do you want')) return 'all';
    if (question.includes('(ICO)')) return '-';
    return question.includes('your company called') ? 'Bob' : '';
  });
  const { stdout, read, site } = setUp(folder, answers);
  const { ico: _, ...company } = before.company;
  expect(site()).toEqual({ ...own, company: { ...company, name: 'Bob' } });
  expect(read('.env')).toBe(`# Ours\nDATA_DIR=/srv/site\n${env}`);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  expect(stdout).toContain('[hello@ann.co.uk] > ');
  expect(stdout).toContain('[Monday to Friday, 9am to 5:30pm; Saturday, 10am to 2pm] > ');
  expect(stdout).toContain('[1 3 4] > ');
  expect(stdout).toContain('[already set] > ');
  expect(stdout).not.toContain(PASSWORD);
});

test('an owner who does without mail is asked no more about it, and none of it stays', () => {
  const folder = temporaryFolder();
  setUp(folder, GIVEN);
  const answers = QUESTIONS.map(({ question }) =>
    question.includes('Which mail server') ? '-' : '',
  );
  const { stdout, read } = setUp(folder, answers);
  expect(stdout).not.toContain('Who should get these emails');
  expect(parseEnv(read('.env'))).not.toHaveProperty('CALLBACK_MAIL_TO');
  expect(stdout).toContain('No one is told about callback requests');
});

test('a question may be gone back to, and what was answered before the end is kept', () => {
  const folder = temporaryFolder();
  const stopped = setUp(folder, ['Ann', 'Ann Ltd', '<', '<', 'Bob', '']);
  expect(stopped.status).toBe(1);
  expect(stopped.stderr).toContain('Your answers are saved: run setup again to carry on.');
  expect(stopped.site().company).toEqual({ name: 'Bob', legalName: 'Ann Ltd' });
  expect(setUp(folder, []).stdout).toContain('[Bob] > ');
});

test('what cannot be written to, or cannot be used, is said before the first question', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'SITE_FILE=/no-such-folder/site.json\n');
  expect(setUp(folder, GIVEN)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: '/no-such-folder: the folder must exist and be writable (ENOENT)\n',
  });
  writeFileSync(join(folder, 'own.json'), '{"company": {"email": "nobody"}}');
  const refused = setUp(folder, GIVEN, ['own.json']);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^SITE_FILE: company\.email: must be an email address/);
  expect(refused.read('own.json')).toBe('{"company": {"email": "nobody"}}');
  expect(existsSync(join(folder, 'site/site.json'))).toBe(false);
});
