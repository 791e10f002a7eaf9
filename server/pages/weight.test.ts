import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { fullSiteFile } from '../../test/support/full-site-file.ts';
import { reportWeights } from '../../test/support/page-weight.ts';
import { sharedSite, startSite, type TestSite } from '../../test/support/site.ts';

/**
 * Bytes that a new TCP connection may send before it waits for an acknowledgement: 10 segments of
 * 1,460 bytes (RFC 6928).
 */
const FIRST_FLIGHT_BYTES = 14_600;
/** Home of the default content leaves room for what an owner adds. */
const PLAIN_HOME_BYTES = 13_600;
/** The two sample pages in the footer, which the limits of Home leave out. */
const SAMPLE_PAGES_BYTES = 200;
/** The colours of an owner, mixed by the browser, and what browsers that cannot mix show instead. */
const OWN_COLOURS_BYTES = 100;

interface Case {
  environment: Record<string, string>;
  homeBytes: number;
}

/** The best compression is made after the first answer, of one page at a time. */
const COMPRESSED = { timeout: 90_000 };

async function everyPath(site: TestSite): Promise<string[]> {
  const { posts } = (await (await fetch(`${site.url}/api/posts`)).json()) as {
    posts: { slug: string }[];
  };
  expect(posts).not.toEqual([]);
  return [...STATIC_PATHS, ...posts.map(({ slug }) => `/blogs/${slug}`)];
}

/** Fetches a response as it crosses the wire, when the page cache has it. */
async function wire(site: TestSite, path: string): Promise<Buffer> {
  const ask = () =>
    new Promise<Buffer>((resolve, reject) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
      socket.end(
        `GET ${path} HTTP/1.1\r\nHost: www.kerbside.example\r\nAccept-Encoding: br\r\nUser-Agent: Mozilla/5.0\r\nConnection: close\r\n\r\n`,
      );
      socket.on('error', reject);
      socket.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
    });
  await expect.poll(async () => (await ask()).includes('Content-Length'), COMPRESSED).toBe(true);
  return ask();
}

// https adds headers, and shows only posts from a content service.
const CASES: [string, Case][] = [
  ['as it comes', { environment: {}, homeBytes: PLAIN_HOME_BYTES + SAMPLE_PAGES_BYTES }],
  [
    'of a public site',
    { environment: { SITE_URL: 'https://www.kerbside.example' }, homeBytes: PLAIN_HOME_BYTES },
  ],
  [
    'with every fact and six long testimonials',
    {
      environment: { SITE_FILE: fullSiteFile() },
      homeBytes: FIRST_FLIGHT_BYTES + SAMPLE_PAGES_BYTES + OWN_COLOURS_BYTES,
    },
  ],
];

// `npm test` weighs the first alone.
test.each(process.env.FULL === 'on' ? CASES : CASES.slice(0, 1))(
  'keeps every page %s within its weight',
  { timeout: 100_000 },
  async (name, { environment, homeBytes }) => {
    const service = environment.SITE_URL ? (await startContentfulStandIn()).environment : {};
    const site = await startSite({ ...service, ...environment });
    const weighed = await Promise.all(
      (await everyPath(site)).map(async (path) => {
        const response = await wire(site, path);
        return { path, response, budget: path === '/' ? homeBytes : FIRST_FLIGHT_BYTES };
      }),
    );
    expect(reportWeights(name, weighed)).toBe('');
  },
);

test('loads no Intl data with the scripts of a page, the longest task of a phone', async () => {
  const { assets } = await sharedSite();
  for (const file of new Set(Object.values(assets.pageFiles).flat()))
    if (file.endsWith('.js'))
      expect(await readFile(join(assets.publicDir, file), 'utf8'), file).not.toMatch(
        // Segmenter is made only for a text that has to be cut within another script or an emoji.
        /\bIntl\.(?!Segmenter)|toLocaleDate/,
      );
});

test('fetches no screen stylesheet and no blocking script before the first paint', async () => {
  const site = await sharedSite();
  for (const path of [
    ...(await everyPath(site)),
    '/blogs/page/2',
    '/blogs/no-such-post',
    '/no-such-page',
  ]) {
    const html = await (await fetch(site.url + path)).text();
    expect(html, path).not.toMatch(
      /<link[^>]+rel="(?:stylesheet"(?! media="print")|modulepreload")|@import/,
    );
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(
      scripts.filter((tag) => !/ type="(?:module|application\/(?:ld\+)?json)"/.test(tag)),
      path,
    ).toEqual([]);
  }
});
