import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorMessage } from '../../../test/support/message-of.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../config.ts';

function secretFile(content: string): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, content);
  return file;
}

const MAIL = { CALLBACK_MAIL_TO: 'office@example.com', CALLBACK_MAIL_FROM: 'site@example.com' };
test('a secret may come from a file, without its byte order mark and last line breaks', () => {
  const config = readConfig({
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN_FILE: secretFile('\uFEFFtoken\n'),
    DESK_PASSWORD_FILE: secretFile(' some words to open it \r\n\n'),
  });
  expect(config.contentful?.accessToken).toBe('token');
  expect(config.deskPassword).toBe(' some words to open it ');
});

test('a secret that is set twice, empty or out of reach is named by its variable', () => {
  const environment = {
    DESK_PASSWORD: 'canary',
    DESK_PASSWORD_FILE: secretFile('canary'),
    PREVIEW_SECRET_FILE: secretFile('\n'),
    CONTENTFUL_WEBHOOK_SECRET_FILE: '/nonexistent/canary',
  };
  const complaint = errorMessage(() => readConfig(environment));
  expect(complaint).toContain('DESK_PASSWORD_FILE: ');
  expect(complaint).toContain('PREVIEW_SECRET_FILE: ');
  expect(complaint).toContain('CONTENTFUL_WEBHOOK_SECRET_FILE: ');
  expect(complaint).not.toContain('canary');
});

test.each([
  'PREVIEW_SECRET',
  'DESK_PASSWORD',
  'CONTENTFUL_WEBHOOK_SECRET',
  'CONTENTFUL_WEBHOOK_SIGNING_SECRET',
  'CALLBACK_WEBHOOK_SECRET',
])('%s, or what its file holds, has 16 characters or more', (name) => {
  const environment = {
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'token',
    ...(name.startsWith('PREVIEW') && { CONTENTFUL_PREVIEW_TOKEN: 'token' }),
    ...(name.startsWith('CALLBACK') && { CALLBACK_WEBHOOK_URL: 'https://crm.example.com' }),
  };
  for (const guessable of ['c', 'canary-of-15-on.'.slice(0, 15)])
    for (const given of [
      { [name]: guessable },
      { [`${name}_FILE`]: secretFile(`${guessable}\n`) },
    ]) {
      const complaint = errorMessage(() => readConfig({ ...environment, ...given }));
      expect(complaint).toBe(`${name}: must be 16 characters or longer`);
    }
  const long = 'canary-of-16-on.';
  expect(() => readConfig({ ...environment, [name]: long })).not.toThrow();
  expect(() => readConfig({ ...environment, [`${name}_FILE`]: secretFile(long) })).not.toThrow();
});

test('no secret that the operator chooses is made of spaces alone', () => {
  expect(errorMessage(() => readConfig({ DESK_PASSWORD: ' '.repeat(16) }))).toBe(
    'DESK_PASSWORD: must be something other than spaces',
  );
});

test.each(['geheimer Schlüssel', ' a secret of the webhook', 'a secret of the webhook '])(
  'the secret of the content webhook is one that a header can carry, not %j',
  (CONTENTFUL_WEBHOOK_SECRET) => {
    expect(errorMessage(() => readConfig({ CONTENTFUL_WEBHOOK_SECRET }))).toBe(
      'CONTENTFUL_WEBHOOK_SECRET: must be plain letters, digits and symbols, with no space before or after them',
    );
    readConfig({ CONTENTFUL_WEBHOOK_SECRET: 'a secret of the webhook' });
  },
);

test('a value in another encoding than UTF-8 is named by its variable, in one line', () => {
  const latin1 = Buffer.from('Schlüssel des Empfangs', 'latin1');
  const issue = 'has characters that are not UTF-8';
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, latin1);
  for (const [name, environment] of [
    ['DESK_PASSWORD', { DESK_PASSWORD: latin1.toString() }],
    ['DESK_PASSWORD', { DESK_PASSWORD_FILE: file }],
    ['COMPANY_EMAIL', { COMPANY_EMAIL: latin1.toString() }],
  ] as const)
    expect(errorMessage(() => readConfig(environment))).toBe(`${name}: ${issue}`);
  readConfig({ HOME: latin1.toString() });
});

test.each([
  ['DESK_PASSWORD_FILE', { DESK_PASSWORD_FILE: '/nope', DESK_PORT: '9465' }],
  ['SMTP_URL_FILE', { ...MAIL, SMTP_URL_FILE: '/nope' }],
  ['SMTP_URL_FILE', { ...MAIL, SMTP_URL_FILE: '/nope', CALLBACK_CONFIRMATION: 'on' }],
  ['SMTP_URL_FILE', { SMTP_URL_FILE: '/nope' }],
])('one fault is one line: %s', (name, environment) => {
  const lines = errorMessage(() => readConfig(environment)).split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual([name]);
});

test('a file with a bad secret is a fault of the secret', () => {
  const environment = {
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN_FILE: secretFile('se cret'),
  };
  expect(errorMessage(() => readConfig(environment))).toBe(
    'CONTENTFUL_ACCESS_TOKEN: must be plain letters, digits and symbols, with no spaces',
  );
});

test.each([
  ['DESK_PASS', 'DESK_', 'DESK_PASSWORD, DESK_PORT, DESK_HOST, DESK_URL, DESK_PASSWORD_FILE'],
  ['PHP_BACKEND_URI', 'PHP_BACKEND_', 'PHP_BACKEND_URL'],
  ['PREVIEW_SECRET_FLIE', 'PREVIEW_', 'PREVIEW_SECRET, PREVIEW_SECRET_FILE'],
])('%s stops the start with the names of its family', (name, family, members) => {
  expect(errorMessage(() => readConfig({ [name]: 'canary' }))).toBe(
    `${name}: is not a setting of the site; those that begin with ${family} are ${members}`,
  );
});

test('takes no variable of another program, and none of Kubernetes, for a setting', () => {
  const config = readConfig({
    SITE_TITLE: 'x',
    SMPT_URL: 'x',
    desk_pass: 'x',
    DESK_SERVICE_HOST: '10.0.0.1',
    CALLBACK_SERVICE_PORT_HTTP: '80',
    COMPANY_PORT_80_TCP_ADDR: '10.0.0.1',
    CONTENTFUL_PORT: 'tcp://10.0.0.1:80',
    DESK_PORT: 'tcp://10.0.0.1:80',
    ADMIN_PORT: 'tcp://10.0.0.1:80',
  });
  expect([config.desk, config.admin]).toEqual([null, null]);
});
