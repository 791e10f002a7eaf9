import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { claimsOf } from '../../server/config/claims-list.ts';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import type { Claims } from '../../shared/site/claims.ts';
import { SERVICE_WORKER_PATH } from '../../shared/site/offline.ts';
import { sharedSite, startSite, type TestSite } from '../support/site.ts';
import { TEST_SITE } from '../support/test-site.ts';

/** How each claim is made, with any value. */
const MADE: Record<keyof Claims, RegExp> = {
  replacementHours: /about \d+ h(?:ou)?rs?\b|\d hrs?\b/gi,
  replacementSooner: /in some cases/gi,
  claimWeeks: /\d w(?:ee)?ks?\b/gi,
  vehicleGrade: /\bgrade \S\b/gi,
  vehicleYears: /under \d+ years?\b/gi,
  insured: /comprehensively/gi,
  makes: /\b(?:Ford|BMW|Hyundai|Mercedes|Tesla|Volkswagen)\b/g,
  noExcess: /no excess|£0/gi,
  noUpfrontCost: /up[- ]front|nothing meanwhile/gi,
  brandedParts: /branded/gi,
  approvedNetwork: /approved|national/gi,
  independentEngineer: /independent(?! source)/gi,
  recovery:
    /(?<![#-])\brecovery\b(?! truck carries)|recovered(?!\S| from)|secure(?:ly)? stor|collect (?:it|your vehicle)|keep it safe/gi,
  legalSupport: /legal s(?:upport|ide)/gi,
  helpline24h: /24\/7|24-hour|24 hours a day|any hour|day (?:and|or) night|night and|every day\b/gi,
  experience: /of experience|\d\+? YRS?\b/gi,
  complaintHours: /48 hours/gi,
  complaintDays: /28 days/gi,
};

/** The specification's values. */
const SPECIFIED =
  /\b10 h(?:ou)?rs?\b|\b2[-–]4\b|\bgrade A\b|under 3 years|\b10\+|2011|\b48 hours|\b28 days/gi;

/** The two ways not to make a claim. */
const NONE = Object.fromEntries(
  Object.keys(MADE).map((claim, place) => [claim, place % 2 ? null : false]),
);

async function siteOf(content: object): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'site.json'), JSON.stringify(content));
  return startSite({ SITE_FILE: join(folder, 'site.json') });
}

/** All that a reader or a machine gets, with plain spaces; the claims' own JSON is left out. */
const plainly = (text: string) =>
  text
    .replace(/<!--.*?-->|<style[\s\S]*?<\/style>/g, '')
    .replace(/<(?:\/?(?:b|strong|span|small|a)\b[^>]*)>/g, '')
    .replace(/\\?"claims\\?":\{[^}]*\}/g, '')
    .replaceAll('\u00a0', ' ');

async function pagesOf(site: TestSite, paths: readonly string[]) {
  const outputs = new Map<string, string>();
  for (const path of paths) outputs.set(path, plainly((await request(site.server).get(path)).text));
  return outputs;
}

/** Every output of a site that holds words, by its address. */
async function outputsOf(site: TestSite) {
  const posts = site.blog.known().flatMap(({ slug }) => [`/blogs/${slug}`, `/api/posts/${slug}`]);
  const files = ['/feed.xml', '/sitemap.xml', '/manifest.webmanifest', '/robots.txt'];
  const others = ['/.well-known/security.txt', '/api/posts', '/blogs/unknown', '/no-such-page'];
  const paths = [...STATIC_PATHS, ...posts, ...files, ...others, SERVICE_WORKER_PATH];
  const outputs = await pagesOf(site, paths);
  for (const name of ['', 'Ann']) {
    const form = request(site.server).post('/contact.php').type('form').set('Accept', 'text/html');
    const { text } = await form.send({ name, mobile: '07700 900123', email: 'a@b.example' });
    outputs.set(`form of ${name}`, plainly(text));
  }
  return outputs;
}

function found(outputs: Map<string, string>, ...rules: RegExp[]): string[] {
  return [...outputs].flatMap(([path, text]) =>
    rules.flatMap((rule) => [...text.matchAll(rule)].map(([words]) => `${path}: ${words}`)),
  );
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
    [
      '/',
      [
        '20+ YRS',
        '"foundingDate":"1998"',
        'Registered in Scotland',
        `1998-${new Date().getFullYear()}`,
      ],
    ],
    ['/about', ['Accident Management Since 1998', 'with 20+ years of experience']],
    ['/replacement-vehicles', ['a grade B vehicle in about 24 hours', 'under 5 years old']],
    ['/bodyshop-repairs', ['We have 20+ years of experience']],
    ['/manifest.webmanifest', ['about 24 hours']],
    ['/complaints', ['Within 72 hours', 'Within 56 days', 'it within 72 hours and aim']],
    ['/privacy-policy', ['within 72 hours we tell you']],
  ] as const)
    for (const word of words) expect(outputs.get(path), path).toContain(word);
});

test('claims that are null or false are made nowhere, and sentences and lists stay whole', async () => {
  const founded = new Date().getFullYear();
  const site = await siteOf({ company: { founded, number: 'SC123456' }, claims: NONE });
  const outputs = await outputsOf(site);
  expect(found(outputs, SPECIFIED)).toEqual([]);
  const ofCompany = [...outputs].filter(([path]) => !/blogs|posts|feed|sitemap/.test(path));
  expect(found(new Map(ofCompany), /INSURED/g, ...Object.values(MADE))).toEqual([]);
  expect(
    found(outputs, /[a-z)] [,.;:](?=[\s<"])|[a-z],[,.]|[a-z]\.\.(?!\.)|[a-z,] {2}[a-z]/gi),
  ).toEqual([]);
  expect(found(outputs, /<(?:(?:li|td|h\d|ul|dl)\b|p class="lead")[^>]*><\//g)).toEqual([]);
  expect(found(outputs, /hoursAvailable/g)).toEqual([]);
  expect(outputs.get('/')).toContain('Registered in Scotland, company number SC123456');
  expect(outputs.get('/')?.match(/<details[^>]*name="faq"/g)).toHaveLength(6);
});

const CLAIMING = STATIC_PATHS.filter((path) => path !== '/blogs');

/** Claims that pages make in the same words. */
const WITH: Partial<Record<string, keyof Claims>> = {
  replacementHours: 'replacementSooner',
  recovery: 'helpline24h',
};

test('claims that are not made take out no others', async () => {
  const all = await pagesOf(await siteOf({}), CLAIMING);
  for (const absent of Object.keys(MADE)) {
    const site = await siteOf({ claims: { [absent]: false } });
    const outputs = await pagesOf(site, CLAIMING);
    for (const [claim, rule] of Object.entries(MADE)) {
      if (claim === WITH[absent] || absent === WITH[claim]) continue;
      const expected = claim === absent ? 0 : found(all, rule).length;
      expect(found(outputs, rule).length, `${claim} without ${absent}`).toBe(expected);
    }
  }
});

test('the list for the owner names the pages that make each claim', async () => {
  const site = await sharedSite({ SITE_URL: 'https://www.example.com' }); // without samples
  const outputs = await pagesOf(site, STATIC_PATHS);
  for (const { words, pages } of claimsOf(TEST_SITE)) {
    const saying = STATIC_PATHS.filter((path) =>
      outputs.get(path)?.toLowerCase().includes(words.toLowerCase()),
    );
    const everywhere = saying.length === STATIC_PATHS.length;
    expect(pages, words).toMatch(everywhere ? /^every page/ : new RegExp(`^${saying.join(', ')}$`));
  }
});
