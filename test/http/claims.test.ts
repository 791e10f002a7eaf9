import request from 'supertest';
import { expect, test } from 'vitest';
import { publishedClaims } from '../../server/config/claims/claims.ts';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { SERVICE_WORKER_PATH } from '../../shared/site/offline.ts';
import { collapseSpaces, DOING, found, MADE, NO_PROMISE, pagesOf } from '../support/claims.ts';
import { everyPage, part, textAt, wordsOf } from '../support/pages.ts';
import { PUBLIC, sharedSite, startSite, type TestSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';
import { TEST_SITE } from '../support/test-site.ts';
import { callbackFields } from '../support/typed.ts';

/** The specification's values. */
const SPECIFIED =
  /\b10 h(?:ou)?rs?\b|\b2[-–]4\b|\bgrade A\b|under 3 years|\b10\+|2011|\b48 hours|\b28 days/gi;

const YEARS = `1998-${new Date().getFullYear()}`;

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

test('claims with other values leave no specified one anywhere', async () => {
  const site = await siteOf({
    company: { founded: 1998, seat: 'scotland' },
    claims: {
      replacementHours: 24,
      claimWeeks: '6-8',
      vehicleGrade: 'B',
      vehicleYears: 5,
      complaintHours: 72,
      complaintDays: 56,
    },
  });
  const outputs = await outputsOf(site);
  expect(found(outputs, SPECIFIED)).toEqual([]);
  for (const [path, words] of [
    ['/', ['about 24 hours', '24 hrs', '6–8 weeks', '6–8 wks', 'GRADE B', 'Under 5 years old']],
    ['/', ['20+ YRS', '"foundingDate":"1998"', 'Registered in Scotland', YEARS]],
    ['/about', ['Accident Management Since 1998', 'with 20+ years of experience']],
    ['/replacement-vehicles', ['a grade B vehicle in about 24 hours', 'under 5 years old']],
    ['/bodyshop-repairs', ['We have 20+ years of experience']],
    ['/manifest.webmanifest', ['about 24 hours']],
    ['/complaints', ['Within 72 hours', 'Within 56 days', 'it within 72 hours and aim']],
    ['/privacy-policy', ['within 72 hours we will tell you']],
  ] as const)
    for (const word of words) expect(outputs.get(path), path).toContain(word);
});

test('claims that are null or false appear nowhere, and sentences stay whole', async () => {
  const founded = new Date().getFullYear();
  const site = await siteOf({ company: { founded, number: 'SC123456' }, claims: NONE });
  const outputs = await outputsOf(site);
  expect(found(outputs, SPECIFIED)).toEqual([]);
  expect(found(outputs, /INSURED/g, ...Object.values(MADE))).toEqual([]);
  expect(
    found(outputs, /[a-z)] [,.;:](?=[\s<"])|[a-z],[,.]|[a-z]\.\.(?!\.)|[a-z,] {2}[a-z]/gi),
  ).toEqual([]);
  expect(found(outputs, /<(?:(?:li|td|h\d|ul|dl)\b[^>]*|p(?: class="lead")?)><\//g)).toEqual([]);
  expect(found(outputs, /hoursAvailable/g)).toEqual([]);
  expect(outputs.get('/')).toContain('Registered in Scotland, company number SC123456');
  expect(outputs.get('/')?.match(/<details[^>]*name="faq"/g)).toHaveLength(6);
  expect(outputs.get('/')).toContain('A bodyshop repairs your vehicle. Our ');
});

const OWN = { company: { name: 'Ann & Co' } };

test('an own site makes the claims that its file states, and no others', async () => {
  const claims = { recovery: true, noExcess: true, vehicleGrade: 'B', minibuses: true };
  const site = await startSite({ ...PUBLIC, SITE_FILE: siteFile({ ...OWN, claims }) });
  const outputs = await pagesOf(site, STATIC_PATHS);
  const made = Object.entries(MADE).filter(([, rule]) => found(outputs, rule).length > 0);
  expect(made.map(([claim]) => claim).sort()).toEqual(Object.keys(claims).sort());
});

test('the list for the owner names the pages that make each claim', async () => {
  const site = await sharedSite(PUBLIC); // without samples
  const outputs = await pagesOf(site, STATIC_PATHS);
  for (const { words, pages } of publishedClaims(TEST_SITE)) {
    const saying = STATIC_PATHS.filter((path) =>
      outputs.get(path)?.toLowerCase().includes(words.toLowerCase()),
    );
    const everywhere = saying.length === STATIC_PATHS.length;
    const listed = `^${saying.join(', ')}(?:, and in other words on .*)?$`;
    expect(pages, words).toMatch(everywhere ? /^every page/ : new RegExp(listed));
  }
});

test('the list for the owner names recovery at any hour only with recovery', () => {
  const listed = (recovery: boolean) =>
    publishedClaims({ ...TEST_SITE, claims: { recovery } }).map(({ words }) => words);
  expect(listed(true)).toContain('24/7 recovery');
  expect(listed(false)).not.toContain('24/7 recovery');
  expect(listed(false)).toContain('24-hour helpline');
});

/** Returns the words of a page without its header and footer. */
const mainWords = async (site: TestSite, path: string) =>
  wordsOf(part(await textAt(site, path), 'main'));

test('a page that promises no cost also says who pays if the claim fails', async () => {
  const site = await sharedSite();
  const promise = /no excess|£0|no up-front cost|nothing up front/i;
  const silent: string[] = [];
  for (const path of everyPage(site)) {
    const main = part(await textAt(site, path), 'main');
    const words = wordsOf(main).replace(/Credit Hire With No Up-Front Cost/g, '');
    const told = /href="\/credit-hire[#"]/.test(main) || path === '/credit-hire';
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
  const answers = await mainWords(site, '/');
  for (const said of [
    'There is no excess to pay.',
    'if the claim fails, you may owe some or all of the hire',
    'Tell your own insurer too',
  ])
    expect(answers).toContain(said);
});

test('every page that an advertisement leads to says before its end: no insurer', async () => {
  const site = await sharedSite();
  for (const path of ['/', '/replacement-vehicles', '/credit-hire', '/bodyshop-repairs']) {
    const words = await mainWords(site, path);
    const options = words.search(/not your insurer.*(?:your|compare) options/i);
    expect(options, path).toBeGreaterThan(-1);
    expect(options, path).toBeLessThan(600);
  }
  expect(await mainWords(site, '/accident')).toMatch(/^.{0,900}We are not your insurer/s);
  expect(await mainWords(site, '/contact')).toMatch(/Request a callback.{0,120}not your insurer/s);
});

test('a sentence with a verb of doing has a claim, or promises nothing', async () => {
  const site = await startSite({ ...PUBLIC, SITE_FILE: siteFile({ ...OWN, claims: {} }) });
  const unlisted: string[] = [];
  const paths = STATIC_PATHS.filter(
    (path) => !['/terms', '/complaints', '/privacy-policy', '/accident'].includes(path),
  );
  for (const path of paths) {
    const text = await textAt(site, path);
    const head = [...text.matchAll(/<title>([^<]*)|name="description" content="([^"]*)"/g)];
    const body = part(text, 'main').replace(/<\/(?:p|li|h\d|dt|dd|td|th|summary|a)>/g, '. $&');
    const words = [...head.map(([, ...texts]) => texts.join('')), wordsOf(body)].join('. ');
    const sentences = words.replaceAll('\u00a0', ' ').split(/[.?!] /);
    for (const sentence of sentences)
      if (DOING.test(sentence) && !NO_PROMISE.some((known) => sentence.includes(known)))
        unlisted.push(`${path}: ${sentence.trim()}`);
  }
  expect(unlisted, 'docs/recipes.md, "Change the words of a page"').toEqual([]);
});
