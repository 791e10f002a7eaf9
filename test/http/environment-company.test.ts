import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { sharedSite, type TestSite } from '../support/site.ts';

const FACTS = {
  COMPANY_NAME: 'Roadaid',
  COMPANY_PHONE: '020 7946 0777',
  COMPANY_PHONE_24H: '0808 157 0888',
  COMPANY_EMAIL: 'help@roadaid.example',
  COMPANY_CLAIMS_EMAIL: 'cases@roadaid.example',
  COMPANY_LEGAL_NAME: 'Roadaid Assistance Limited',
  COMPANY_NUMBER: '09876543',
  COMPANY_HEAD_OFFICE: '7 Example Wharf, London E1 1AA',
  COMPANY_REGISTERED_OFFICE: '9 Register House, London W1 1AA',
};

/** What a reader sees, tags and comments gone. */
const wordsOf = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

const part = (html: string, tag: string) =>
  html.match(new RegExp(`<${tag}[ >][\\s\\S]*</${tag}>`))?.[0] ?? '';

test('header, footer, legal pages, structured data, feed and security.txt agree with the facts of the company', async () => {
  const site = await sharedSite(FACTS);
  const paths = [
    ...STATIC_PATHS,
    ...site.blog.known().map(({ slug }) => `/blogs/${slug}`),
    '/no-such-page',
  ];
  for (const path of paths) {
    const { text: html } = await request(site.server).get(path);
    expect(part(html, 'header'), path).toContain('href="tel:+448081570888"');
    const footer = part(html, 'footer');
    for (const link of ['tel:+442079460777', 'tel:+448081570888', 'mailto:cases@roadaid.example'])
      expect(footer, path).toContain(`href="${link}"`);
    const words = wordsOf(footer);
    for (const fact of [
      FACTS.COMPANY_NAME,
      FACTS.COMPANY_LEGAL_NAME,
      '09876543',
      '7 Example Wharf',
      FACTS.COMPANY_REGISTERED_OFFICE,
    ])
      expect(words, path).toContain(fact);
    expect(words, path).toContain('Registered in England and Wales');
    expect(words, path).toContain('2011-2025');
    for (const placeholder of Object.values(PLACEHOLDER_COMPANY))
      expect(wordsOf(html), `${path} ${placeholder}`).not.toContain(placeholder);
  }
  const of = async (path: string) => (await request(site.server).get(path)).text;
  const terms = wordsOf(part(await of('/terms'), 'main'));
  for (const fact of ['09876543', FACTS.COMPANY_REGISTERED_OFFICE, FACTS.COMPANY_LEGAL_NAME])
    expect(terms).toContain(fact);
  const privacy = wordsOf(part(await of('/privacy-policy'), 'main'));
  for (const fact of [
    FACTS.COMPANY_LEGAL_NAME,
    FACTS.COMPANY_REGISTERED_OFFICE,
    FACTS.COMPANY_EMAIL,
    FACTS.COMPANY_PHONE,
  ])
    expect(privacy).toContain(fact);
  const [organisation] = [
    ...(await of('/')).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
  ].map(([, json]) => JSON.parse(json as string));
  const structured = JSON.stringify(organisation);
  for (const fact of Object.values(FACTS).filter((fact) => fact !== FACTS.COMPANY_CLAIMS_EMAIL))
    expect(structured).toContain(fact);
  expect(await of('/feed.xml')).toContain('Roadaid');
  expect(await of('/.well-known/security.txt')).toContain('mailto:help@roadaid.example');
});

/** The words of a page without its header and footer. */
const mainWords = async (site: TestSite, path: string) =>
  wordsOf(part((await request(site.server).get(path)).text, 'main'));

/** Every page with words of our own, posts included. */
const everyPage = (site: TestSite) => [
  ...STATIC_PATHS,
  ...site.blog.known().map(({ slug }) => `/blogs/${slug}`),
];

test('a page that says nothing is to be paid also says who pays if the claim fails', async () => {
  const site = await sharedSite();
  const promise = /no excess|£0|no up-front cost|nothing up front/i;
  const silent: string[] = [];
  for (const path of everyPage(site)) {
    const { text } = await request(site.server).get(path);
    const words = wordsOf(part(text, 'main')).replace(/Credit Hire With No Up-Front Cost/g, '');
    const told = /href="\/credit-hire[#"]/.test(part(text, 'main')) || path === '/credit-hire';
    if (promise.test(words) && !told && path !== '/blogs') silent.push(path);
  }
  expect(silent).toEqual([]);
  const words = await mainWords(site, '/credit-hire');
  for (const said of [
    'a contract in your own name',
    'The claim fails, or you are found partly at fault',
    'You may owe some or all of the hire',
    'Tell your own insurer about the accident',
  ])
    expect(words).toContain(said);
});

test('the answers to "excess" and "after an accident" say who may owe the hire, and whom to tell', async () => {
  const site = await sharedSite();
  const words = await mainWords(site, '/');
  expect(words).toContain('There is no excess to pay.');
  expect(words).toContain('if the claim fails, you may owe some or all of the hire');
  expect(words).toContain('Tell your own insurer too');
});

test('on every page, only a disputed claim is said to take longer than 2 to 4 weeks', async () => {
  const site = await sharedSite();
  const answer = await mainWords(site, '/');
  expect(answer).toContain('The claims process takes 2–4 weeks');
  expect(answer).toMatch(/takes longer if fault is disputed or somebody was hurt/);
  for (const path of everyPage(site))
    expect(await mainWords(site, path), path).not.toMatch(/\b([5-9]|1\d) weeks|beyond 4 weeks/);
});

test('a WhatsApp number is a link in every footer, on the contact page and by the accident steps; without one there is none', async () => {
  const site = await sharedSite({ SITE_FILE: 'docs/site.example.json' });
  const plain = await sharedSite();
  const link = /<a href="https:\/\/wa\.me\/447700900321">([^<]+)</g;
  for (const path of STATIC_PATHS) {
    const { text: html } = await request(site.server).get(path);
    expect([...part(html, 'footer').matchAll(link)].map(([, words]) => words)).toEqual([
      'WhatsApp',
    ]);
    const inPage = [...part(html, 'main').matchAll(link)].map(([, words]) => words);
    const expected: Record<string, string[]> = {
      '/contact': ['07700\u00a0900321'],
      '/accident': ['Send photos by WhatsApp'],
    };
    expect(inPage, path).toEqual(expected[path] ?? []);
    expect((await request(plain.server).get(path)).text, path).not.toContain('wa.me');
  }
});
