import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { sharedSite, type TestSite } from '../support/site.ts';

const PATHS = [...STATIC_PATHS, '/no-such-page'];

/** What a reader sees of a page, header and footer included; no-break spaces stay. */
async function wordsOf(site: TestSite, path: string): Promise<string> {
  const { text } = await request(site.server).get(path);
  return (text.match(/<body[\s\S]*<\/body>/)?.[0] ?? '')
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?(b|strong|span|small|a|em|time)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** What breaks a rule, by page. */
async function found(rule: RegExp): Promise<string[]> {
  const site = await sharedSite();
  const faults: string[] = [];
  for (const path of PATHS)
    for (const [fault] of (await wordsOf(site, path)).matchAll(rule))
      faults.push(`${path}: ${fault}`);
  return faults;
}

test('a number and its unit stand on one line', async () => {
  expect(await found(/.{0,20}\d (?:hours?|days?|weeks?|months?|years?|minutes?)\b/g)).toEqual([]);
});

test('dashes and quotation marks are typographic; the years of the legal line are the specification’s', async () => {
  const faults = await found(/.{0,20}(?: --? |(?<![\d-])\d{1,3}-\d{1,3}(?![\d-])|["'`]).{0,20}/g);
  expect(faults).toEqual([]);
});

test('the 24-hour helpline has one name', async () => {
  expect(await found(/24-hour (?!helpline)[^\n]{0,20}|[^\n]*answering line/gi)).toEqual([]);
});

test('no page uses words that GOV.UK’s style guide rejects', async () => {
  expect(
    await found(/\b(?:inquir\w*|simply|hassle-free|leading|please|utili[sz]e|in order to)\b/gi),
  ).toEqual([]);
});

/** Quoted by the specification, capitals and all. */
const QUOTED = new Set(['Had a Road Accident?', 'Our Blog']);

test('a heading is written like a sentence, unless the specification quotes it', async () => {
  const site = await sharedSite();
  for (const path of PATHS) {
    const { text } = await request(site.server).get(path);
    const heading = (text.match(/<h1[^>]*>([\s\S]*?)<\/h1>/)?.[1] ?? '')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&');
    if (!QUOTED.has(heading)) expect(heading.slice(1), path).not.toMatch(/(?<![.?!]\s)\b[A-Z]/);
  }
});

test('a page that an answer names is a link, and machines get the answer as plain text', async () => {
  const site = await sharedSite();
  const { text } = await request(site.server).get('/');
  expect(text).toMatch(/Our <a[^>]*href="\/accident"[^>]*>Accident page<\/a> has the steps/);
  expect(text).toMatch(/Our Accident page has the steps in order\."/);
});
