import { readFileSync } from 'node:fs';
import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { SERVICE_WORKER_PATH } from '../../shared/site/offline.ts';
import { collapseSpaces, found, MADE, pagesOf } from '../support/claims.ts';
import { everyPage, part, textAt, wordsOf } from '../support/pages.ts';
import { PUBLIC, sharedSite, startSite, type TestSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';
import { callbackFields } from '../support/typed.ts';

/** The specification's values. */
const SPECIFIED =
  /\b10 h(?:ou)?rs?\b|\b2[-–]4\b|\bgrade A\b|under 3 years|\b10\+|2011|\b48 hours|\b28 days/gi;

/** The two ways not to make a claim. */
const NONE = Object.fromEntries(
  Object.keys(MADE).map((claim, place) => [claim, place % 2 ? null : false]),
);

const siteOf = (content: object) => startSite({ SITE_FILE: siteFile(content) });

/** Returns every output of a site that holds words, by its path. */
async function outputsOf(site: TestSite) {
  const posts = site.blog.known().map(({ slug }) => `/api/posts/${slug}`);
  const samples = ['/first-accident', '/passengers', '/search?q=vehicle'];
  const files = ['/feed.xml', '/sitemap.xml', '/manifest.webmanifest', '/robots.txt'];
  const others = ['/.well-known/security.txt', '/api/posts', '/blogs/unknown', '/no-such-page'];
  const paths = [
    ...everyPage(site),
    ...posts,
    ...samples,
    ...files,
    ...others,
    SERVICE_WORKER_PATH,
  ];
  const outputs = await pagesOf(site, paths);
  for (const name of ['', 'Ann']) {
    const form = request(site.server).post('/contact.php').type('form').set('Accept', 'text/html');
    const { text } = await form.send(callbackFields({ name }));
    outputs.set(`form of ${name}`, collapseSpaces(text));
  }
  return outputs;
}

/** Returns the texts and numbers of a JSON value, each with its path. */
function leavesOf(value: unknown, path = ''): [path: string, leaf: string][] {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' || value === null ? [] : [[path, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, `${path}.${key}`));
}

test.each([null, false])('page data says only what pages show (experience: %j)', async (no) => {
  const { company } = JSON.parse(readFileSync('test/support/example-site.json', 'utf8'));
  const lineHours = [{ days: ['Sunday'], opens: '07:00', closes: '19:00' }];
  const site = await siteOf({
    company: { ...company, lineHours },
    claims: { ...NONE, experience: no },
  });
  const pages = await Promise.all(STATIC_PATHS.map((path) => textAt(site, path)));
  const [, data = ''] = /<script[^>]* id="site"[^>]*>(.*?)<\/script>/s.exec(pages[0] ?? '') ?? [];
  const shown = pages
    .map((page) => page.replace(/<script[^>]* id="site".*?<\/script>/s, ''))
    .join();
  // A share of the visits is no statement; the seat and a number for chats are shown otherwise.
  const { vitalsSampleRate: _, ...facts } = JSON.parse(
    data.replace('england-wales', 'Wales').replace('07700 900321', '447700900321'),
  );
  const hidden = leavesOf(facts).filter(([, leaf]) => !shown.includes(leaf));
  expect(hidden).toEqual([]);
});

/** Words about the company's age, which a site may not take from the specification. */
const UNSTATED = /20\d\d|since|founded|foundingDate|years? of experience/gi;

test.each([
  ['its site file', { SITE_FILE: 'own.json' }],
  ['COMPANY_NAME', { COMPANY_NAME: 'Ann & Co' }],
])('a company with its name in %s claims and says nothing by itself', async (_where, own) => {
  const environment = 'SITE_FILE' in own ? { SITE_FILE: siteFile(OWN) } : own;
  const site = await startSite({ ...PUBLIC, ...environment });
  const outputs = await pagesOf(site, STATIC_PATHS);
  expect(found(outputs, /INSURED/g, SPECIFIED, ...Object.values(MADE))).toEqual([]);
  const home = new Map([...outputs].filter(([path]) => path === '/' || path === '/about'));
  expect(found(home, UNSTATED)).toEqual([]);
  expect(outputs.get('/')).toContain('Ann &amp; Co');
});

const OWN = { company: { name: 'Ann & Co' } };

test('samples claim nothing either, while a site of its own is not public yet', async () => {
  const outputs = await outputsOf(await siteOf(OWN));
  expect(found(outputs, ...Object.values(MADE))).toEqual([]);
  expect(found(outputs, /These posts are examples|not real reviews/g)).toHaveLength(2);
});

test('sample testimonials speak of what is claimed', async () => {
  const site = await siteOf({ ...OWN, claims: { vans: true, recovery: true } });
  const home = (await pagesOf(site, ['/'])).get('/');
  for (const said of ['collected my car and', 'My van is my living', 'A day without my car'])
    expect(home).toContain(said);
});

test('a site file without a name leaves the claims of the specification', async () => {
  const site = await siteOf({ company: { phone: '020 7946 0999' }, claims: { recovery: null } });
  const outputs = await pagesOf(site, ['/']);
  expect(found(outputs, MADE.recovery)).toEqual([]);
  expect(found(outputs, MADE.noExcess)).not.toEqual([]);
  expect(outputs.get('/')).toContain('2011-2025');
});

test('makes are those that the file names', async () => {
  const site = await siteOf({ ...OWN, claims: { makes: ['Tesla', 'Polestar'] } });
  const page = (await pagesOf(site, ['/replacement-vehicles'])).get('/replacement-vehicles');
  expect(page).toMatch(/<li class="card make"><svg[\s\S]*?<\/svg>Tesla<\/li><li[^>]*>Polestar</);
  expect(page).not.toMatch(/Ford|Volkswagen/);
});

/** Returns the words of a page without its header and footer. */
const mainWords = async (site: TestSite, path: string) =>
  wordsOf(part(await textAt(site, path), 'main'));

test('on every page, only a disputed claim is said to take longer than 2 to 4 weeks', async () => {
  const site = await sharedSite();
  const answer = await mainWords(site, '/');
  expect(answer).toContain('The claims process takes 2–4 weeks');
  expect(answer).toMatch(/takes longer if fault is disputed or someone was hurt/);
  for (const path of everyPage(site))
    expect(await mainWords(site, path), path).not.toMatch(/\b([5-9]|1\d) weeks|beyond 4 weeks/);
});

test('a vehicle that is not claimed is not drawn either, on any page', async () => {
  const site = await siteOf({ claims: NONE });
  for (const path of everyPage(site))
    expect(await textAt(site, path), path).not.toMatch(
      /#v-(?:recovery|truck|van|minibus|taxi|bike)\b|\/social\/(?:home|contact|body|about|legal)/,
    );
});

test('a number that is not answered day and night has its hours on every call button', async () => {
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const lineHours = [{ days: weekdays, opens: '08:00', closes: '18:00' }];
  const site = await siteOf({ company: { lineHours }, claims: { helpline24h: null } });
  for (const path of STATIC_PATHS) {
    const buttons = (await textAt(site, path)).match(/class="btn btn--call btn--lg.*?<\/a>/g) ?? [];
    for (const button of buttons)
      expect(collapseSpaces(button), path).toContain('Monday to Friday, 8am to 6pm');
  }
});
