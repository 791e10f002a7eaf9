import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { everyPage, part, textAt, wordsOf } from '../support/pages.ts';
import { EXAMPLE, sharedSite } from '../support/site.ts';
import { OTHER_COMPANY as FACTS } from '../support/test-company.ts';

test('header, footer, legal pages, feed and security.txt agree with the company', async () => {
  const site = await sharedSite(FACTS);
  for (const path of [...everyPage(site), '/no-such-page']) {
    const html = await textAt(site, path);
    expect(part(html, 'header'), path).toContain('href="tel:+448081570888"');
    const footer = part(html, 'footer');
    for (const link of ['tel:+442079460777', 'tel:+448081570888', 'mailto:cases@roadaid.example'])
      expect(footer, path).toContain(`href="${link}"`);
    const words = wordsOf(footer);
    for (const fact of [
      FACTS.COMPANY_NAME,
      FACTS.COMPANY_LEGAL_NAME,
      FACTS.COMPANY_NUMBER,
      FACTS.COMPANY_HEAD_OFFICE.split(',')[0],
      FACTS.COMPANY_REGISTERED_OFFICE,
    ])
      expect(words, path).toContain(fact);
    expect(words, path).toContain('Registered in England and Wales');
    expect(words, path).toContain(`© ${FACTS.COMPANY_LEGAL_NAME}.`);
    for (const placeholder of Object.values(PLACEHOLDER_COMPANY))
      expect(wordsOf(html), `${path} ${placeholder}`).not.toContain(placeholder);
  }
  const mainOf = async (path: string) => wordsOf(part(await textAt(site, path), 'main'));
  for (const path of ['/terms', '/privacy-policy'])
    for (const fact of [FACTS.COMPANY_REGISTERED_OFFICE, FACTS.COMPANY_LEGAL_NAME])
      expect(await mainOf(path), path).toContain(fact);
  expect(await mainOf('/terms')).toContain(FACTS.COMPANY_NUMBER);
  for (const fact of [FACTS.COMPANY_EMAIL, FACTS.COMPANY_PHONE])
    expect(await mainOf('/privacy-policy')).toContain(fact);
  expect(await textAt(site, '/feed.xml')).toContain(FACTS.COMPANY_NAME);
  const security = await textAt(site, '/.well-known/security.txt');
  expect(security).toContain(`mailto:${FACTS.COMPANY_EMAIL}`);
});

test('a WhatsApp number is linked in footers, contact page and accident steps', async () => {
  const site = await sharedSite(EXAMPLE);
  const plain = await sharedSite();
  const linksIn = (html: string) =>
    [...html.matchAll(/<a href="https:\/\/wa\.me\/447700900321">(.*?)<\/a>/g)].map(
      ([, words = '']) => wordsOf(words),
    );
  const inPage: Record<string, string[]> = {
    '/contact': ['07700 900321'],
    '/accident': ['Send photos by WhatsApp'],
  };
  for (const path of STATIC_PATHS) {
    const html = await textAt(site, path);
    expect(linksIn(part(html, 'footer'))).toEqual(['WhatsApp']);
    expect(linksIn(part(html, 'main')), path).toEqual(inPage[path] ?? []);
    expect(await textAt(plain, path), path).not.toContain('wa.me');
  }
});

test('the privacy policy says what UK GDPR article 13 asks, and how to complain', async () => {
  const site = await sharedSite(EXAMPLE);
  const words = wordsOf(part(await textAt(site, '/privacy-policy'), 'main'));
  for (const said of [
    'Data controller',
    'Why we use it',
    'lawful basis',
    'Who receives it',
    'How long we keep it',
    'deletes them 365 days after',
    'Do not measure my visits',
    'An offline copy',
    'this website sets no cookies',
    'Your rights',
    'Complaints about your data',
    'within 48 hours',
    'Information Commissioner’s Office',
    'ZA123456',
    'In force since 19 June 2026',
  ])
    expect(words).toContain(said);
});
