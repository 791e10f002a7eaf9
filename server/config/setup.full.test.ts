import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { DAYS } from '../../shared/site/company.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
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
const ANSWERS: Record<string, string | readonly string[]> = {
  name: 'Ann & "Co"',
  legalName: 'Ann and Company Limited',
  number: ['123', '01234567'],
  registeredOffice: '1 Street, London EC1A 1AA',
  headOffice: '=',
  phone24h: ['', '0800 123', '0800 111 1111'],
  phone: '020 7123 4567',
  email: ['nobody', 'hello@ann.co.uk'],
  claimsEmail: 'claims@ann.co.uk',
  ico: 'ZA123456',
  founded: ['last year', '2015'],
  replacementHours: ['soon', '24'],
  claimWeeks: '6-8',
  noExcess: ['perhaps', 'yes'],
  insured: 'no',
  vehicleGrade: ['yes', ''],
  primary: ['green', '#1d3f8f'],
  callbackWithin: '15 minutes',
  termsFrom: '2026-05-01',
  SITE_URL: ['www.ann.co.uk', 'https://www.ann.co.uk'],
  SMTP_URL: `smtps://user:${PASSWORD}@mail.ann.co.uk`,
  CALLBACK_MAIL_TO: 'desk@ann.co.uk',
  CALLBACK_MAIL_FROM: "Ann's site <site@ann.co.uk>",
};
const OPEN = ['9-5', '09:00-17:30', '10:00 - 14:00', ''];
const GIVEN = QUESTIONS.flatMap(({ place: [, key], days }) => {
  if (days?.length === 5) return OPEN;
  return days ? [] : (ANSWERS[key] ?? '');
});
const NOT_CLAIMED = Object.fromEntries(
  QUESTIONS.flatMap(({ place: [part, key] }) => (part === 'claims' ? [[key, null]] : [])),
);

test('setup asks for each fact, says why, checks as it goes, writes .env as every reader takes it, and ends with what golive says', () => {
  const { status, stdout, stderr, read, site } = setUp(temporaryFolder(), GIVEN);
  expect(stderr).toBe('');
  for (const { ask, why } of QUESTIONS) expect(stdout).toContain(`${ask}\n${why}\n`);
  for (const fault of [
    'It takes the 8 characters of a company number',
    'The site cannot go public without it.',
    'It takes a phone number',
    'It takes an e-mail address',
    'It takes a number',
    'It takes a time such as 09:00',
    'It takes yes or no',
    'It takes more than yes or no',
    'It takes a colour such as #00573f',
    'It takes an http or https origin',
  ])
    expect(stdout).toContain(fault);
  expect(site()).toEqual({
    company: {
      name: 'Ann & "Co"',
      legalName: 'Ann and Company Limited',
      number: '01234567',
      registeredOffice: '1 Street, London EC1A 1AA',
      headOffice: '1 Street, London EC1A 1AA',
      phone24h: '0800 111 1111',
      phone: '020 7123 4567',
      email: 'hello@ann.co.uk',
      claimsEmail: 'claims@ann.co.uk',
      ico: 'ZA123456',
      founded: 2015,
      officeHours: [
        { days: DAYS.slice(0, 5), opens: '09:00', closes: '17:30' },
        { days: ['Saturday'], opens: '10:00', closes: '14:00' },
      ],
      callbackWithin: '15 minutes',
    },
    claims: { ...NOT_CLAIMED, replacementHours: 24, claimWeeks: '6-8', noExcess: true },
    brand: { primary: '#1d3f8f' },
    legal: { termsFrom: '2026-05-01' },
  });
  expect(parseEnv(read('.env'))).toEqual({
    SITE_FILE: 'site/site.json',
    SITE_URL: 'https://www.ann.co.uk',
    SMTP_URL: `smtps://user:${PASSWORD}@mail.ann.co.uk`,
    CALLBACK_MAIL_TO: 'desk@ann.co.uk',
    CALLBACK_MAIL_FROM: "Ann's site <site@ann.co.uk>",
  });
  expect(read('.env')).toContain("\nCALLBACK_MAIL_FROM=Ann's site <site@ann.co.uk>\n");
  expect(read('.env')).toContain(`\nSMTP_URL='smtps://user:${PASSWORD}@mail.ann.co.uk'\n`);
  expect(stdout).toContain('Would be false');
  expect(stdout).not.toMatch(/placeholder|Nobody is told/);
  expect(status).toBe(1); // the samples
});

test('run again, it keeps what is there, and everything that it does not ask for', () => {
  const folder = temporaryFolder();
  const before = setUp(folder, GIVEN).site();
  const own = { ...before, headings: { home: { h1: 'Ours' } } };
  writeFileSync(join(folder, 'site/site.json'), JSON.stringify(own));
  const env = readFileSync(join(folder, '.env'), 'utf8');
  writeFileSync(join(folder, '.env'), `# Ours\nDATA_DIR=/srv/site\n${env}`);
  chmodSync(join(folder, '.env'), 0o644);
  const changed: Record<string, string> = { ico: '-', name: 'Bob' };
  const answers = QUESTIONS.map(({ place: [, key] }) => changed[key] ?? '');
  const { stdout, read, site } = setUp(folder, answers);
  const { ico: _, ...company } = before.company;
  expect(site()).toEqual({ ...own, company: { ...company, name: 'Bob' } });
  expect(read('.env')).toBe(`# Ours\nDATA_DIR=/srv/site\n${env}`);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  expect(stdout).toContain('[hello@ann.co.uk] > ');
  expect(stdout).toContain('[09:00-17:30] > ');
  expect(stdout).toContain('[not claimed] > ');
  expect(stdout).not.toContain(PASSWORD);
});

test('a question may be gone back to, and what was answered before the end is kept', () => {
  const folder = temporaryFolder();
  const stopped = setUp(folder, ['Ann', 'Ann Ltd', '<', '<', 'Bob', '']);
  expect(stopped.status).toBe(1);
  expect(stopped.stderr).toContain('run it again to go on');
  expect(stopped.site()).toEqual({ company: { name: 'Bob', legalName: 'Ann Ltd' } });
  expect(setUp(folder, []).stdout).toContain('[Bob] > ');
});

test('what cannot be written to, or cannot be used, is said before the first question', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'SITE_FILE=/no-such-folder/site.json\n');
  expect(setUp(folder, GIVEN)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: '/no-such-folder: takes a folder that is there and can be written to (ENOENT)\n',
  });
  writeFileSync(join(folder, 'own.json'), '{"company": {"email": "nobody"}}');
  const refused = setUp(folder, GIVEN, ['own.json']);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^SITE_FILE: company\.email: takes an e-mail address/);
  expect(refused.read('own.json')).toBe('{"company": {"email": "nobody"}}');
  expect(existsSync(join(folder, 'site/site.json'))).toBe(false);
});
