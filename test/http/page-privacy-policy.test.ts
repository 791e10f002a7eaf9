import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite } from '../support/site.ts';

/** The words of the page, for a site with these settings. */
async function privacyPolicy(environment: Record<string, string> = {}): Promise<string> {
  const site = await sharedSite(environment);
  const { text } = await request(site.server).get('/privacy-policy');
  return (text.match(/<main[\s\S]*<\/main>/)?.[0] ?? '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
}

test('the privacy policy says what UK GDPR article 13 asks, and the route of a complaint', async () => {
  const words = await privacyPolicy({ SITE_FILE: 'docs/site.example.json' });
  for (const said of [
    'Data controller',
    'Why we use it',
    'lawful basis',
    'Who receives it',
    'How long we keep it',
    'Your rights',
    'Complaints about your data',
    'within 48 hours',
    'Information Commissioner’s Office',
    'ZA123456',
    'In force since 19 June 2026',
  ])
    expect(words).toContain(said);
});

test('the words of the specification on cookies stay, and none is said to be set', async () => {
  const words = await privacyPolicy();
  expect(words).toContain('Cookie-based usage data.');
  expect(words).toContain('Cookie settings are controlled through the browser.');
  expect(words).toContain('this website sets no cookies');
});

test.each([
  ['after the days of the configuration', { CALLBACK_RETENTION_DAYS: '90' }, 'erases them 90 days'],
  ['after one day', { CALLBACK_RETENTION_DAYS: '1' }, 'erases them 1 day after'],
  ['only by hand', { CALLBACK_RETENTION_DAYS: '0' }, 'keeps them until we delete them'],
  [
    'by another system',
    { PHP_BACKEND_URL: 'http://127.0.0.1:9' },
    'until they have been dealt with',
  ],
])('it says when callback requests are erased: %s', async (_, environment, said) => {
  expect(await privacyPolicy(environment)).toContain(said);
});

test('what is switched off is not said to be done', async () => {
  const on = await privacyPolicy();
  expect(on).toContain('Do not measure my visits');
  expect(on).toContain('which of our numbers were tapped');
  expect(on).toContain('An offline copy');
  const off = await privacyPolicy({ VITALS_SAMPLE_RATE: '0', SERVICE_WORKER: 'off' });
  expect(off).toContain('We do not measure your visits.');
  expect(off).not.toContain('Do not measure my visits');
  expect(off).not.toMatch(/numbers were tapped|how often it is ticked/);
  expect(off).not.toContain('An offline copy');
});
