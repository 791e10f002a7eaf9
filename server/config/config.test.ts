import { expect, test } from 'vitest';
import { errorMessage } from '../../test/support/message-of.ts';
import { placeholderVariables, readConfig } from './config.ts';

const MAIL = {
  SMTP_URL: 'smtp://mail',
  CALLBACK_MAIL_TO: 'office@example.com',
  CALLBACK_MAIL_FROM: 'site@example.com',
};

test('with nothing configured the site takes every default and its own address', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    admin: null,
    siteUrl: 'http://localhost:3000',
    https: false,
    contentful: null,
    preview: null,
    channels: { php: null, mail: null, webhook: null },
    trustProxy: 0,
    contactRateLimit: 5,
  });
});

test('empty values count as unset', () => {
  expect(
    readConfig({ PORT: '', SITE_URL: '', CONTENTFUL_SPACE_ID: '', CONTENTFUL_ACCESS_TOKEN: '' })
      .port,
  ).toBe(3000);
});

test.each([
  [{ CONTENTFUL_SPACE_ID: 'space' }, ['CONTENTFUL_ACCESS_TOKEN']],
  [{ CONTENTFUL_ACCESS_TOKEN: 'token' }, ['CONTENTFUL_SPACE_ID']],
  [
    { CONTENTFUL_PREVIEW_TOKEN: 't', CONTENTFUL_SPACE_ID: 's', CONTENTFUL_ACCESS_TOKEN: 't' },
    ['PREVIEW_SECRET'],
  ],
  [{ EDITOR_MAIL_TO: 'a@example.com' }, ['CALLBACK_MAIL_FROM', 'SMTP_URL']],
  [
    { CONTENTFUL_PREVIEW_TOKEN: 't', PREVIEW_SECRET: 'the-secret-of-editors' },
    ['CONTENTFUL_SPACE_ID'],
  ],
  [{ CALLBACK_SPOOL: 'on' }, ['CALLBACK_SPOOL']],
  [{ CANONICAL_HOST: 'on' }, ['CANONICAL_HOST']],
  [{ DESK_PORT: '9465' }, ['DESK_PASSWORD']],
  [{ SMTP_URL: 'smtp://mail' }, ['CALLBACK_MAIL_FROM', 'CALLBACK_MAIL_TO']],
  [{ CALLBACK_MAIL_TO: 'a@example.com' }, ['CALLBACK_MAIL_FROM', 'SMTP_URL']],
  [{ CALLBACK_CONFIRMATION: 'on' }, ['CALLBACK_CONFIRMATION']],
  [{ CALLBACK_WEBHOOK_URL: 'https://crm.example.com/x' }, ['CALLBACK_WEBHOOK_SECRET']],
  [{ CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook' }, ['CALLBACK_WEBHOOK_URL']],
])('settings that need one another are set together (%o)', (environment, missing) => {
  const lines = errorMessage(() => readConfig(environment)).split('\n');
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(missing);
});

test('each listener has a port of its own, or any free one', () => {
  const desk = { DESK_PASSWORD: '0123456789abcdef' };
  const linesOf = (environment: Record<string, string>) =>
    errorMessage(() => readConfig({ ...desk, ...environment })).split('\n');
  expect(linesOf({ ADMIN_PORT: '3000' })).toEqual(['ADMIN_PORT: must differ from PORT']);
  expect(linesOf({ PORT: '80', HOST: '192.0.2.1', DESK_PORT: '080' })).toEqual([
    'DESK_PORT: must differ from PORT',
  ]);
  expect(linesOf({ ADMIN_PORT: '9464', DESK_PORT: '9464', DESK_HOST: '0.0.0.0' })).toEqual([
    'DESK_PORT: must differ from ADMIN_PORT',
  ]);
  readConfig({ ...desk, PORT: '0', ADMIN_PORT: '0', DESK_PORT: '0' });
});

test.each([
  'smtps://user:pass#word@mail.example.com',
  'smtps://user:pass/word@mail.example.com',
  'smtps://user:pass?word@mail.example.com',
  'smtps://user:p@ss@mail.example.com',
  'smtps://user:100%@mail.example.com',
  'smtps://user:587/word@mail.example.com',
  'smtps://web@x.uk:p@ss/w#rd@mail.example.com',
])('of %s it is said how a login is written', (url) => {
  const postgres = url.replace('smtps:', 'postgres:');
  for (const [name, value] of [
    ['SMTP_URL', url],
    ['DATABASE_URL', `${postgres}/db`],
  ] as const)
    expect(errorMessage(() => readConfig({ ...MAIL, [name]: value }))).toMatch(
      new RegExp(`^${name}: must have %23 for #, .* in its user name and password$`),
    );
});

test.each([
  'smtps://user:p%40ss%2Fw%23rd%25@mail.example.com',
  'smtps://web@example.com:password@mail.example.com',
  'smtp://user@mail.example.com:587?requireTLS=true',
  'smtp://127.0.0.1:25',
])('%s is an address of a mail server', (url) => {
  expect(readConfig({ ...MAIL, SMTP_URL: url }).channels.mail?.url).toBe(url);
});

test.each(['slack', 'teams'])('a webhook of %s needs no secret, as nothing is signed', (format) => {
  const url = 'https://hooks.example.com/x';
  const environment = { CALLBACK_WEBHOOK_URL: url, CALLBACK_WEBHOOK_FORMAT: format };
  expect(readConfig(environment).channels.webhook).toEqual([{ url, format, secret: '' }]);
});

test('webhooks have one secret for all that are sent json, or one each', () => {
  const withSecrets = (CALLBACK_WEBHOOK_SECRET: string, formats = 'json, json, slack') =>
    readConfig({
      CALLBACK_WEBHOOK_URL: 'https://a.example.com/,https://b.example.com/,https://c.example.com/',
      CALLBACK_WEBHOOK_FORMAT: formats,
      CALLBACK_WEBHOOK_SECRET,
    }).channels.webhook?.map(({ secret }) => secret);
  const [one, other] = ['the secret of one', 'the secret of another'];
  expect(withSecrets(one)).toEqual([one, one, one]);
  expect(withSecrets(`${one}, ${other}`)?.slice(0, 2)).toEqual([one, other]);
  expect(withSecrets(`${one}, ${other}`, 'slack, json, teams')?.[1]).toBe(`${one}, ${other}`);
  for (const secrets of [`${one},${other},${one}`, `${one},too short`, `${one},`])
    expect(errorMessage(() => withSecrets(secrets))).toBe(
      'CALLBACK_WEBHOOK_SECRET: must be one secret for all json addresses, or one for each, each of 16 characters or more',
    );
});

test('webhooks have one format for all, or one each', () => {
  const withFormats = (formats: string) =>
    readConfig({
      CALLBACK_WEBHOOK_URL: 'https://a.example.com/,https://b.example.com/',
      CALLBACK_WEBHOOK_FORMAT: formats,
    }).channels.webhook?.map(({ format }) => format);
  expect(withFormats('slack')).toEqual(['slack', 'slack']);
  expect(withFormats('teams, slack')).toEqual(['teams', 'slack']);
  expect(errorMessage(() => withFormats('slack, teams, slack'))).toBe(
    'CALLBACK_WEBHOOK_FORMAT: must be one format for all addresses, or one for each, in the same order',
  );
  expect(errorMessage(() => withFormats('slack, json'))).toMatch(/^CALLBACK_WEBHOOK_SECRET: must/);
  expect(errorMessage(() => withFormats('xml'))).toMatch(
    /^CALLBACK_WEBHOOK_FORMAT: must be one of: json/,
  );
});

test.each([
  ['https://desk.example.com', 'https://desk.example.com'],
  ['https://desk.example.com/callbacks/', 'https://desk.example.com'],
])('the desk at %s is linked from its origin', (DESK_URL, origin) => {
  expect(readConfig({ DESK_URL }).deskUrl).toBe(origin);
  const elsewhere = { DESK_URL: `${origin}/elsewhere` };
  expect(errorMessage(() => readConfig(elsewhere))).toMatch(
    /^DESK_URL: must end after the host and port/,
  );
});

test.each(['SITE_URL', 'PHP_BACKEND_URL', 'CONTENTFUL_HOST'])(
  'nothing may follow the origin in %s, as it would be dropped in silence',
  (name) => {
    const read = (value: string) => () => readConfig({ [name]: value });
    for (const rest of ['/api', '/?a=b', '/#top']) {
      expect(read(`https://www.example.com${rest}`)).toThrow(
        new RegExp(`^${name}: must (be|end) .*$`),
      );
    }
    expect(read('https://user:canary@www.example.com')).toThrow(
      new RegExp(`^${name}: must (be|end) .*$`),
    );
    expect(read('https://user:canary@www.example.com')).not.toThrow('canary');
    expect(read('https://www.example.com/')).not.toThrow();
  },
);

test.each(['SITE_URL', 'PHP_BACKEND_URL', 'DESK_URL'])(
  '%s is no spelling of an origin that only a browser understands',
  (name) => {
    for (const value of [
      'https:www.example.com',
      'https:///www.example.com',
      'https://www.example.com\\',
      'https://*.example.com',
      'https://exam"ple.com',
    ])
      expect(
        errorMessage(() => readConfig({ [name]: value })),
        value,
      ).toMatch(new RegExp(`^${name}: must be .*$`));
    for (const value of ['HTTPS://Www.Example.com:8443', 'http://[::1]:3000/', 'http://php_1:8080'])
      readConfig({ [name]: value });
  },
);

test.each([
  [{ ...MAIL, SMTP_URL: 'smtp://' }, 'SMTP_URL'],
  [{ ...MAIL, SMTP_URL: 'smtps:///mail.example.com' }, 'SMTP_URL'],
  [{ DATABASE_URL: 'postgres://' }, 'DATABASE_URL'],
])('an address without a host stops the start: %o', (environment, name) => {
  expect(errorMessage(() => readConfig(environment))).toMatch(
    new RegExp(`^${name}: must be the address of .*$`),
  );
  readConfig({ DATABASE_URL: 'postgres:///website?host=/var/run/postgresql' });
});

test('a space before or after DATABASE_URL is no part of it', () => {
  const { databaseUrl } = readConfig({ DATABASE_URL: ' postgres://user@db/website ' });
  expect(databaseUrl).toBe('postgres://user@db/website');
});

test('EDITOR_MAIL_TO may stand without CALLBACK_MAIL_TO', () => {
  const { CALLBACK_MAIL_TO: _, ...sender } = MAIL;
  const { channels, editorMail } = readConfig({ ...sender, EDITOR_MAIL_TO: 'a@b.uk, c@d.uk' });
  expect(channels.mail).toBeNull();
  expect(editorMail?.to).toEqual(['a@b.uk', 'c@d.uk']);
});

test.each(['http://a http://b', 'https://a.example/ https://b.example/x', 'http://a/\nhttp://b'])(
  'two addresses of webhooks are not taken for one: %s',
  (urls) => {
    const environment = { CALLBACK_WEBHOOK_URL: urls, CALLBACK_WEBHOOK_FORMAT: 'slack' };
    expect(errorMessage(() => readConfig(environment))).toMatch(/^CALLBACK_WEBHOOK_URL: must .*$/);
  },
);

test.each([
  ['CONTENTFUL_ENVIRONMENT', '.'],
  ['CONTENTFUL_ENVIRONMENT', '..'],
  ['CONTENTFUL_ENVIRONMENT', 'a/../b'],
  ['CONTENTFUL_ENVIRONMENT', 'a/b'],
  ['CONTENTFUL_ENVIRONMENT', 'a%2fb'],
  ['CONTENTFUL_ENVIRONMENT', 'a?b'],
  ['CONTENTFUL_SPACE_ID', '..'],
  ['CONTENTFUL_SPACE_ID', 'a/b'],
  ['CONTENTFUL_SPACE_ID', 'a\nb'],
])('%s is an identifier, not %j: it is a part of an address', (name, value) => {
  const contentful = { CONTENTFUL_SPACE_ID: 's', CONTENTFUL_ACCESS_TOKEN: 't' };
  expect(errorMessage(() => readConfig({ ...contentful, [name]: value }))).toMatch(
    new RegExp(`^${name}: must be an? (space id|environment name): [^\n]*$`),
  );
});

test.each(['master', 'release-1.2', '2026.11', '.a'])('%s is an environment', (name) => {
  const contentful = { CONTENTFUL_SPACE_ID: 's', CONTENTFUL_ACCESS_TOKEN: 't' };
  const { contentful: read } = readConfig({ ...contentful, CONTENTFUL_ENVIRONMENT: name });
  expect(read?.environment).toBe(name);
});

test.each(['NAME', 'LEGAL_NAME', 'HEAD_OFFICE', 'REGISTERED_OFFICE'])(
  'COMPANY_%s is one line, without control characters',
  (fact) => {
    const name = `COMPANY_${fact}`;
    for (const character of ['\n', '\r', '\t', '\0', '\u001b', '\u0085', '\u2028', '\u2029'])
      expect(errorMessage(() => readConfig({ [name]: `Ann${character}Lee` }))).toBe(
        `${name}: must be one line, without control characters`,
      );
    readConfig({ [name]: 'Ann & Zoë O’Neil Ltd\n' });
  },
);

test('a comma after the last webhook is not taken for a part of its address', () => {
  const environment = {
    CALLBACK_WEBHOOK_URL: 'https://a.example.com/x,y, https://b.example.com/z,',
    CALLBACK_WEBHOOK_FORMAT: 'slack',
  };
  expect(errorMessage(() => readConfig(environment))).toMatch(
    /^CALLBACK_WEBHOOK_URL: must be an http or https address$/,
  );
});

test.each(['DATA_DIR', 'HOST', 'ADMIN_HOST', 'DESK_HOST', 'SITE_FILE', 'CONTENTFUL_ENVIRONMENT'])(
  '%s is not made of spaces alone',
  (name) => {
    expect(errorMessage(() => readConfig({ [name]: ' \t' }))).toMatch(
      new RegExp(`^${name}: must be something other than spaces$`, 'm'),
    );
  },
);

test.each([
  ['cdn.contentful.com', 'https://cdn.contentful.com'],
  ['127.0.0.1:4010', 'https://127.0.0.1:4010'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
])('the content service may be a host or an origin: %s', (host, origin) => {
  const config = readConfig({
    CONTENTFUL_SPACE_ID: 's',
    CONTENTFUL_ACCESS_TOKEN: 't',
    CONTENTFUL_HOST: host,
  });
  expect(config.contentful?.origin).toBe(origin);
});

test('encodes an international host name, so that headers can hold it', () => {
  const { siteUrl } = readConfig({ SITE_URL: 'https://日本.example' });
  expect(siteUrl).toBe('https://xn--wgv71a.example');
});

test('refuses a webhook address with a password, as fetch would', () => {
  const environment = {
    CALLBACK_WEBHOOK_URL: 'https://user:canary@crm.example.com/',
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
  };
  expect(() => readConfig(environment)).toThrow(
    /^CALLBACK_WEBHOOK_URL: must not contain a user name or password$/,
  );
});

test('facts of the company that are still placeholders are named by their variables', () => {
  const { company } = readConfig({ COMPANY_NAME: 'Real Ltd', COMPANY_PHONE: '01632 960000' });
  const left = placeholderVariables(company);
  expect(left).not.toContain('COMPANY_NAME');
  expect(left).toContain('COMPANY_NUMBER');
  expect(left).toHaveLength(7);
});
