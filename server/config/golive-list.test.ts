import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { readConfig } from './config.ts';
import { findings, report } from './golive-list.ts';
import { COMPANY } from './variables.ts';

const listed = (environment: Record<string, string>) => findings(readConfig(environment));
const whatIsFalse = (environment: Record<string, string>) =>
  listed(environment).false.map(([what]) => what);

/** A site that could go live if its company were real. */
const COMPLETE = {
  SITE_URL: 'https://www.example.com',
  SITE_FILE: 'docs/site.example.json',
  TRUST_PROXY: '1',
  CANONICAL_HOST: 'on',
  DATA_DIR: '/data',
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_ACCESS_TOKEN: 'token',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  CALLBACK_MAIL_TO: 'claims@example.com',
  CALLBACK_MAIL_FROM: 'website@example.com',
  CALLBACK_WEBHOOK_URL: 'https://crm.example.com/callbacks',
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
  expect(looks.includes('Nobody would hear that delivery fails')).toBe(isSaid);
});

test('a fresh checkout may not go live: no address, placeholders, samples, nobody who is told', () => {
  expect(whatIsFalse({})).toEqual([
    'SITE_URL is not set',
    ...Object.keys(COMPANY).map((name) => `${name} is still a placeholder`),
    'The testimonials are samples',
    'The posts are samples',
    'Nobody is told of a callback request',
  ]);
});

test('nothing stands in the way of a complete configuration but what people have to confirm', () => {
  const severities = Object.entries(listed(COMPLETE)).filter(([, lines]) => lines.length > 0);
  expect(severities.map(([severity]) => severity)).toEqual(['confirm', 'solicitor']);
});

test.each([
  ['an address without https', { SITE_URL: 'http://www.example.com' }, /SITE_URL/],
  ['no one who is told', { ...NO_MAIL, ...NO_WEBHOOK }, /Nobody/],
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
  ['Callers are mailed a confirmation', { CALLBACK_CONFIRMATION: 'on' }],
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
    [
      '"Rated 4.8 out of 5 from 312 reviews" on Example Reviews',
      expect.stringContaining('https://example.org/reviews/example-motor-claims'),
    ],
  ]);
  expect(ratings({})).toEqual([]);
});

test('each thing on the list says what to do about it, and no secret', () => {
  const text = report(readConfig(COMPLETE));
  for (const [what, todo] of Object.values(listed(COMPLETE)).flat()) {
    expect(text).toContain(what);
    expect(text).toContain(todo);
  }
  expect(text).not.toMatch(/password@|token/);
});
