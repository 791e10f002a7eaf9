import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../../shared/site/placeholder-company.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { startTcpServer } from '../../../test/fakes/tcp-server.ts';
import { siteFile } from '../../../test/support/site-file.ts';
import { readConfig } from '../config.ts';
import { COMPANY_VARIABLES } from '../env/company-variables.ts';
import { findings } from './findings.ts';
import { checkMailServer } from './mail-server.ts';
import { formatReport } from './run-golive.ts';

const listed = (environment: Record<string, string>) => findings(readConfig(environment));
const whatIsFalse = (environment: Record<string, string>) =>
  listed(environment).false.map(([what]) => what);

/** The settings of an owner who has dealt with every line of the list. */
const OWN = {
  company: {
    name: 'Ann & Co',
    legalName: 'Ann and Company Limited',
    number: '01234567',
    registeredOffice: '1 Street, London EC1A 1AA',
    headOffice: '1 Street, London EC1A 1AA',
    phone: '020 7123 4567',
    phone24h: '0800 111 1111',
    email: 'hello@ann.co.uk',
    claimsEmail: 'claims@ann.co.uk',
    ico: 'ZA987654',
    officeHours: [{ days: ['Monday'], opens: '09:00', closes: '17:00' }],
    founded: 2015,
    reviews: { name: 'Reviews', rating: '4.6 out of 5', url: 'https://reviews.co.uk/ann' },
  },
  claims: { noExcess: true },
  testimonials: [],
  legal: { termsFrom: '2026-05-01', privacyFrom: '2026-05-01', complaintsFrom: '2026-05-01' },
};

const FILE = join(mkdtempSync(join(tmpdir(), 'golive-')), 'site.json');
writeFileSync(FILE, JSON.stringify(OWN));
afterAll(() => rmSync(dirname(FILE), { recursive: true }));

/** A site that could go live. */
const COMPLETE = {
  SITE_URL: 'https://www.ann.co.uk',
  SITE_FILE: FILE,
  TRUST_PROXY: '1',
  CANONICAL_HOST: 'on',
  DATA_DIR: '/data',
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_ACCESS_TOKEN: 'token',
  SMTP_URL: 'smtps://user:password@mail.ann.co.uk',
  CALLBACK_MAIL_TO: 'claims@ann.co.uk',
  CALLBACK_MAIL_FROM: 'website@ann.co.uk',
  CALLBACK_WEBHOOK_URL: 'https://crm.ann.co.uk/callbacks',
  CALLBACK_WEBHOOK_FORMAT: 'slack',
};

const NO_MAIL = { SMTP_URL: '', CALLBACK_MAIL_TO: '', CALLBACK_MAIL_FROM: '' };
const LATER = { PHP_BACKEND_URL: 'http://php:8080', CALLBACK_SPOOL: 'on' };
const NO_WEBHOOK = { CALLBACK_WEBHOOK_URL: '', CALLBACK_WEBHOOK_FORMAT: '' };

test.each([
  ['mail alone', NO_WEBHOOK, true],
  ['a webhook alone', NO_MAIL, true],
  ['PHP later alone', { ...NO_MAIL, ...NO_WEBHOOK, ...LATER }, true],
  ['PHP and mail', { ...NO_WEBHOOK, ...LATER }, true],
  ['PHP at once alone', { ...NO_MAIL, ...NO_WEBHOOK, ...LATER, CALLBACK_SPOOL: 'off' }, false],
  ['mail and a webhook', {}, false],
])('with %s, whether nobody would hear that delivery fails', (_what, change, isSaid) => {
  const looks = listed({ ...COMPLETE, ...change }).look.map(([what]) => what);
  expect(looks.includes('No one would find out if delivery failed')).toBe(isSaid);
});

test('refuses a fresh checkout: no address, placeholders, samples and no channel', () => {
  expect(whatIsFalse({})).toEqual([
    'SITE_URL is not set',
    ...Object.keys(COMPANY_VARIABLES).map((name) => `${name} is still a placeholder`),
    'The testimonials are samples',
    'The posts are samples',
    'No one is told about callback requests',
  ]);
});

test('finds nothing in a complete configuration but claims to confirm', () => {
  const severities = Object.entries(listed(COMPLETE)).filter(([, lines]) => lines.length > 0);
  expect(severities.map(([severity]) => severity)).toEqual(['confirm', 'solicitor']);
});

test.each([
  ['an address without https', { SITE_URL: 'http://www.ann.co.uk' }, /SITE_URL/],
  ['no one who is told', { ...NO_MAIL, ...NO_WEBHOOK }, /No one/],
  ['a placeholder', { COMPANY_NUMBER: PLACEHOLDER_COMPANY.number }, /COMPANY_NUMBER/],
])('%s would be false', (_what, change, finding) => {
  expect(whatIsFalse({ ...COMPLETE, ...change })).toEqual([expect.stringMatching(finding)]);
});

test('a public site may go without a blog', () => {
  const { false: wrong, look } = listed({
    ...COMPLETE,
    CONTENTFUL_SPACE_ID: '',
    CONTENTFUL_ACCESS_TOKEN: '',
  });
  expect(wrong).toEqual([]);
  expect(look.map(([what]) => what)).toEqual(['The site has no blog']);
});

test.each([
  ['TRUST_PROXY', { TRUST_PROXY: '' }],
  ['ALLOW_INDEXING', { ALLOW_INDEXING: 'false' }],
  ['CANONICAL_HOST', { CANONICAL_HOST: '' }],
  ['DATA_DIR', { DATA_DIR: '' }],
  ['CALLBACK_RETENTION_DAYS', { CALLBACK_RETENTION_DAYS: '0' }],
  ['DESK_PASSWORD', { DESK_PASSWORD: 'a password of the desk' }],
  ['Callers are sent a confirmation email', { CALLBACK_CONFIRMATION: 'on' }],
])('%s is worth a look', (word, change) => {
  expect(
    listed({ ...COMPLETE, ...change })
      .look.flat()
      .join('\n'),
  ).toContain(word);
});

test('a rating elsewhere is to be compared with what that site says', () => {
  const ratings = (environment: Record<string, string>) =>
    listed(environment).confirm.filter(([what]) => what.startsWith('"Rated'));
  expect(ratings(COMPLETE)).toEqual([
    ['"Rated 4.6 out of 5" on Reviews', expect.stringContaining('https://reviews.co.uk/ann')],
  ]);
  expect(ratings({})).toEqual([]);
});

test('each thing on the list says what to do about it, and no secret', () => {
  const text = formatReport(listed(COMPLETE));
  for (const [what, todo] of Object.values(listed(COMPLETE)).flat()) {
    expect(text).toContain(what);
    expect(text).toContain(todo);
  }
  expect(text).not.toMatch(/password@|token/);
});

test.each([
  [{ SITE_URL: 'https://example.com' }, 'SITE_URL', 'example.com'],
  [{ SITE_URL: 'https://ann.localhost:8443' }, 'SITE_URL', 'ann.localhost'],
  [{ CALLBACK_MAIL_FROM: 'Ann <web@example.org>' }, 'CALLBACK_MAIL_FROM', 'web@example.org'],
  [{ DESK_URL: 'https://desk.ann.invalid' }, 'DESK_URL', 'desk.ann.invalid'],
])('an address that no one can have is worth a look: %j', (change, name, address) => {
  expect(listed({ ...COMPLETE, ...change }).look.map(([what]) => what)).toEqual([
    `${name} has an address that no one can have: ${address}`,
  ]);
});

test.each([
  [{ COMPANY_EMAIL: 'help@mail.example.net' }, 'company.email', 'help@mail.example.net'],
  [
    { CALLBACK_MAIL_TO: 'a@ann.co.uk, claims@Example.com' },
    'CALLBACK_MAIL_TO',
    'claims@Example.com',
  ],
  [{ CALLBACK_MAIL_TO: 'night@ann.test.' }, 'CALLBACK_MAIL_TO', 'night@ann.test.'],
  [{ CALLBACK_MAIL_TO: 'claims@ann' }, 'CALLBACK_MAIL_TO', 'claims@ann'],
  [{ EDITOR_MAIL_TO: 'ed@ann.example' }, 'EDITOR_MAIL_TO', 'ed@ann.example'],
  [{ CALLBACK_WEBHOOK_URL: 'https://crm.invalid/a-secret' }, 'CALLBACK_WEBHOOK_URL', 'crm.invalid'],
  [{ PHP_BACKEND_URL: 'https://php.example' }, 'PHP_BACKEND_URL', 'php.example'],
])('refuses a recipient that no one can be: %j', (change, name, address) => {
  expect(whatIsFalse({ ...COMPLETE, ...change })).toEqual([
    `${name} has an address that reaches no one: ${address}`,
  ]);
});

test('links of the company are not to an example either', () => {
  const reviews = { ...OWN.company.reviews, url: 'https://example.org/ann' };
  const profiles = ['https://www.ann.co.uk/x', 'https://ann.example/y'];
  const file = siteFile({ ...OWN, company: { ...OWN.company, reviews, profiles } });
  expect(listed({ ...COMPLETE, SITE_FILE: file }).look.map(([what]) => what)).toEqual([
    'company.profiles has an address that no one can have: ann.example',
    'company.reviews has an address that no one can have: example.org',
  ]);
});

test('a host of its own network, or the same machine, may take requests', () => {
  const change = {
    CALLBACK_MAIL_TO: 'desk@localhost, desk@mail.internal',
    CALLBACK_WEBHOOK_URL: 'http://localhost:5678/a, http://example.company.uk/, http://latest/',
    CALLBACK_WEBHOOK_FORMAT: 'slack',
    PHP_BACKEND_URL: 'http://php:8080',
  };
  expect(whatIsFalse({ ...COMPLETE, ...change })).toEqual([]);
});

test('an own site has to confirm what its file claims, and nothing else', () => {
  expect(listed(COMPLETE).confirm.map(([what]) => what)).toEqual([
    '"no excess to pay" on /, /about, /credit-hire, /bodyshop-repairs',
    '"since 2015" on /, /about',
    '"Rated 4.6 out of 5" on Reviews',
  ]);
});

test('pages of the content service are to be confirmed, or said to be unknown', () => {
  const config = readConfig(COMPLETE);
  const report = formatReport(
    findings(config, null, { pages: [{ slug: 'taxis', title: 'Taxi drivers' }], posts: [] }),
  );
  expect(report).toMatch(/\nTo be confirmed: [^\n]+\n {2}- The page "Taxi drivers" at \/taxis\n/);
  expect(formatReport(findings(config))).not.toContain('To be confirmed');
  expect(findings(config, null, null).look[0]?.[0]).toContain('could not be read');
});

test('a redirect from the address of a published post has no effect', () => {
  const redirects = {
    '/Blogs/caf%C3%A9/': '/about',
    '/blogs/gone': '/about',
    '/old': '/blogs/new',
  };
  const config = readConfig({ ...COMPLETE, SITE_FILE: siteFile({ ...OWN, redirects }) });
  const posts = [{ slug: 'café' }, { slug: 'new' }];
  const { look } = findings(config, null, { pages: [], posts });
  expect(look.map(([what]) => what)).toEqual([
    'The redirect of /blogs/café has no effect: a published post has this address',
  ]);
  expect(findings(config).look.flat().join()).not.toContain('has no effect');
});

test.each(['smtp://mail.example.com', 'smtps://user:password@mail.example.com', 'nobody'])(
  'a recipient is no address: %s',
  (recipient) => {
    for (const name of ['CALLBACK_MAIL_TO', 'CALLBACK_MAIL_FROM'])
      expect(() => readConfig({ ...COMPLETE, [name]: recipient })).toThrow(
        new RegExp(`^${name}: must be one`),
      );
  },
);

test('refuses an unusable mail server when no other channel notifies staff', () => {
  const what = 'The mail server in SMTP_URL cannot be used (ECONNREFUSED)';
  const lists = (environment: Record<string, string>) => {
    const found = findings(readConfig(environment), 'ECONNREFUSED');
    return [found.false, found.look].map((lines) => lines.some(([line]) => line === what));
  };
  expect(lists({ ...COMPLETE, ...NO_WEBHOOK })).toEqual([true, false]);
  expect(lists({ ...COMPLETE, ...NO_WEBHOOK, CALLBACK_CONFIRMATION: 'on' })).toEqual([true, false]);
  expect(lists(COMPLETE)).toEqual([false, true]);
  expect(lists({ ...COMPLETE, ...NO_WEBHOOK, ...LATER })).toEqual([false, true]);
});

test('a mail server is looked up and greeted', async () => {
  const smtp = await startSmtp();
  expect(await checkMailServer(smtp.url)).toBeNull();
  expect(smtp.mails).toEqual([]);
  expect(await checkMailServer('smtp://127.0.0.1:9')).toBe('ECONNREFUSED');
  const silent = await startTcpServer(() => {});
  expect(await checkMailServer(silent.origin.replace('http', 'smtp'), 200)).toBe(
    'no answer within 0.2 seconds',
  );
});
