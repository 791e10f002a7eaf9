import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { QUESTIONS } from './setup.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Answers the questions in this folder. */
function setUp(folder: string, answers: readonly string[], options: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('server/config/setup.ts'), ...options],
    { cwd: folder, env: {}, input: answers.map((line) => `${line}\n`).join(''), encoding: 'utf8' },
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { status, stdout, stderr, read };
}

const PASSWORD = 'pass$word-canary';
const ANSWERS: Record<string, string | readonly string[]> = {
  name: 'Ann & "Co"',
  legalName: 'Ann and Company Limited',
  number: ['123', '01234567'],
  registeredOffice: '1 Street, London EC1A 1AA',
  headOffice: '1 Street, London EC1A 1AA',
  phone24h: ['', '0800 123', '0800 111 1111'],
  phone: '020 7123 4567',
  email: ['nobody', 'hello@ann.co.uk'],
  claimsEmail: 'claims@ann.co.uk',
  ico: 'ZA123456',
  founded: ['last year', '2015'],
  callbackWithin: '15 minutes',
  termsFrom: '2026-05-01',
  SITE_URL: ['www.ann.co.uk', 'https://www.ann.co.uk'],
  SMTP_URL: `smtps://user:${PASSWORD}@mail.ann.co.uk`,
  CALLBACK_MAIL_TO: 'desk@ann.co.uk',
  CALLBACK_MAIL_FROM: "Ann's site <site@ann.co.uk>",
};
const GIVEN = QUESTIONS.flatMap(({ place: [, key] }) => ANSWERS[key] ?? '');

test('setup asks for each fact, says why, checks as it goes, and ends with what golive says', () => {
  const { status, stdout, stderr, read } = setUp(temporaryFolder(), GIVEN);
  expect(stderr).toBe('');
  for (const { ask, why } of QUESTIONS) expect(stdout).toContain(`${ask}\n${why}\n`);
  for (const fault of [
    'It takes the 8 characters of a company number',
    'The site cannot go public without it.',
    'It takes a phone number',
    'It takes an e-mail address',
    'It takes a number',
    'It takes an http or https origin',
  ])
    expect(stdout).toContain(fault);
  expect(JSON.parse(read('site.json'))).toEqual({
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
      callbackWithin: '15 minutes',
    },
    legal: { termsFrom: '2026-05-01' },
  });
  expect(parseEnv(read('.env'))).toEqual({
    SITE_FILE: 'site.json',
    SITE_URL: 'https://www.ann.co.uk',
    SMTP_URL: `smtps://user:${PASSWORD}@mail.ann.co.uk`,
    CALLBACK_MAIL_TO: 'desk@ann.co.uk',
    CALLBACK_MAIL_FROM: "Ann's site <site@ann.co.uk>",
  });
  expect(stdout).toContain('Would be false');
  expect(stdout).not.toMatch(/placeholder|Nobody is told/);
  expect(status).toBe(1); // the samples
});

test('run again, it keeps what is there, and everything that it does not ask for', () => {
  const folder = temporaryFolder();
  setUp(folder, GIVEN);
  const site = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'));
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ ...site, claims: { noExcess: null } }));
  const env = readFileSync(join(folder, '.env'), 'utf8');
  writeFileSync(join(folder, '.env'), `# Ours\nDATA_DIR=/srv/site\n${env}`);
  chmodSync(join(folder, '.env'), 0o644);
  const answers = QUESTIONS.map(
    ({ place: [, key] }) => (({ ico: '-', name: 'Bob' }) as Record<string, string>)[key] ?? '',
  );
  const { stdout, read } = setUp(folder, answers);
  const { ico: _, ...company } = site.company;
  expect(JSON.parse(read('site.json'))).toEqual({
    ...site,
    company: { ...company, name: 'Bob' },
    claims: { noExcess: null },
  });
  expect(read('.env')).toBe(`# Ours\nDATA_DIR=/srv/site\n${env}`);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  expect(stdout).toContain('[hello@ann.co.uk] > ');
  expect(stdout).not.toContain(PASSWORD);
});

test('nothing is written before the end, nor over a site file that cannot be used', () => {
  const folder = temporaryFolder();
  const stopped = setUp(folder, GIVEN.slice(0, 5));
  expect(stopped.status).toBe(1);
  expect(stopped.stderr).toContain('nothing was written');
  expect(existsSync(join(folder, 'site.json')) || existsSync(join(folder, '.env'))).toBe(false);
  writeFileSync(join(folder, 'own.json'), '{"company": {"email": "nobody"}}');
  const refused = setUp(folder, GIVEN, ['own.json']);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^SITE_FILE: company\.email: takes an e-mail address/);
  expect(refused.read('own.json')).toBe('{"company": {"email": "nobody"}}');
});
