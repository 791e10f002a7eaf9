import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { readConfig } from './config.ts';
import { parseEnvText } from './env/env-file.ts';
import { QUESTIONS } from './setup/questions.ts';

/** Answers the questions in this folder. */
function setUp(folder: string, answers: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('server/config/setup.ts')],
    { cwd: folder, env, input: answers.map((line) => `${line}\n`).join(''), encoding: 'utf8' },
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const config = () =>
    readConfig({ ...parseEnvText(read('.env')), SITE_DIR: join(folder, 'site') });
  return { status, stdout, stderr, read, config };
}

const PASSWORD = 'pass$word-canary';

const ANSWERS = [
  'Ann & "Co": claims',
  'Ann and Company Limited',
  '123',
  '01234567',
  '1 Street, London EC1A 1AA',
  '0800 111 1111',
  'hello@ann.co.uk',
  'WWW.ann.co.uk/',
  '',
  `smtp://site%40ann.co.uk:${PASSWORD}@127.0.0.1:9`,
  '',
];

describe('npm run setup', () => {
  test('asks ten questions and writes the site file and .env', () => {
    const { status, stdout, stderr, read, config } = setUp(temporaryFolder(), ANSWERS);
    expect(stderr).toBe('');
    expect(QUESTIONS).toHaveLength(10);
    for (const { ask, help } of QUESTIONS) expect(stdout).toContain(`${ask}\n${help}\n`);
    expect(stdout).toContain('It must be the 8 characters of a company number');
    expect(config().company).toMatchObject({
      name: 'Ann & "Co": claims',
      number: '01234567',
      headOffice: '1 Street, London EC1A 1AA',
      phone: '0800 111 1111',
      claimsEmail: 'hello@ann.co.uk',
    });
    expect(config().channels.mail).toMatchObject({
      to: ['hello@ann.co.uk'],
      from: 'site@ann.co.uk',
    });
    expect(config()).toMatchObject({ siteUrl: 'https://www.ann.co.uk', admin: { port: 9464 } });
    expect(stdout).toContain(`The password for your staff: ${config().deskPassword}\n`);
    expect(read('.env')).toContain(`'smtp://site%40ann.co.uk:${PASSWORD}@127.0.0.1:9'`);
    // No mail server is there, and mail is the only channel.
    expect(status).toBe(1);
    expect(stdout).toContain('Must be fixed before the site goes live\n  - The mail server');
    expect(stdout).toMatch(/run npm start and open http:\/\/localhost:3000/);
    expect(stdout.replace(/^.*> .*$/gm, '')).not.toContain(PASSWORD);
  });

  test('keeps .env to its owner, and leaves mail out without a mail server', () => {
    const folder = temporaryFolder();
    const { read, config } = setUp(folder, [...ANSWERS.slice(0, 9), '', '']);
    expect(config().channels.mail).toBeNull();
    expect(read('.env')).not.toContain('CALLBACK_MAIL');
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });

  test('saves each answer, and carries on where it was stopped', () => {
    const folder = temporaryFolder();
    const stopped = setUp(folder, ANSWERS.slice(0, 2));
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain('Run setup again to carry on.');
    expect(stopped.read('.env')).toBe('');
    const { stdout, config } = setUp(folder, ANSWERS.slice(3));
    expect(stdout).not.toContain('What is your company called?');
    expect(config().company).toMatchObject({ name: 'Ann & "Co": claims', number: '01234567' });
    const again = setUp(folder, []);
    expect(again.stdout).not.toContain('> ');
    expect(again.stdout).toContain('The mail server in SMTP_URL cannot be used');
  });

  test.each([
    [
      'site.yaml',
      '# Ours\ncompany:   # who\n    name:  Ann   # short\n\n\n    places: [Leeds,York]\nclaims: { taxis: true }\n# End\n',
    ],
    ['site.json', '{\n\t"company": {"name":"Ann"},\n\t"claims": {}\n}\n'],
    ['site.json', '{}'],
  ])('keeps every line of %s: %j', (name, text) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'site'));
    writeFileSync(join(folder, 'site', name), text);
    writeFileSync(join(folder, '.env'), '# Ours\nPORT=3100');
    const asked = text.includes('name') ? ANSWERS.slice(1) : ANSWERS;
    const { read, config } = setUp(folder, asked);
    expect(config().company).toMatchObject({ number: '01234567', email: 'hello@ann.co.uk' });
    const after = read(join('site', name));
    for (const line of text.split('\n'))
      expect(after).toContain(name === 'site.json' ? line.replace(/[{}],?$/, '') : line);
    expect(read('.env')).toMatch(/^# Ours\nPORT=3100\n/);
  });

  test('ends before the first question when a folder or a file cannot be used', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'site'));
    writeFileSync(join(folder, 'site/site.yaml'), 'company:\n  number: 01234567\n');
    expect(setUp(folder, ANSWERS)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'SITE_FILE: company.number: must be a text: put it in quotes (line 2)\n',
    });
    if (process.getuid?.() === 0) return;
    chmodSync(join(folder, 'site'), 0o500);
    expect(setUp(folder, ANSWERS).stderr).toContain('must exist and be writable (EACCES)');
  });
});
