import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cpuMs, peakMemoryMiB } from '../../../bench/process.ts';
import { startSiteProcess } from '../../../test/support/site-process.ts';

/** The promise: docs/content-model.md and `../shared/contract.md`, "The owner's folder". */
const POST_COUNT = 500;
const PAGE_COUNT = 200;
const MAX_MEMORY_MIB = 256;
const MAX_CPU_MS = 5000;
const PICTURE_BYTES = 150_000;

/** A JPEG of 1,200 by 800 pixels as far as its header says. */
const JPEG_HEADER = Buffer.from('ffd8ffc0001108032004b00301220002110103110100', 'hex');

const WORDS =
  'the driver’s insurer pays for repairs and hire while your vehicle is off the road after claim'.split(
    ' ',
  );

/** Returns different words for each number, so that they compress no better than a text does. */
const wordsOf = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const word = WORDS[(seed * 7 + index * 13) % WORDS.length];
    return index % 3 === 0 ? `${word}${(seed * 31 + index * 17) % 997}` : word;
  }).join(' ');

/** Returns a text of about 1,000 words with headings, links, a list, a table and a picture. */
const bodyOf = (seed: number) => `
## ${wordsOf(seed, 5)}

${wordsOf(seed + 1, 200)} **${wordsOf(seed, 2)}** and [${wordsOf(seed, 3)}](https://example.org/${seed}).

${[1, 2, 3, 4].map((item) => `- ${wordsOf(seed + item, 25)}`).join('\n')}

![${wordsOf(seed, 4)}](../pictures/${seed % 250}.jpg)

## ${wordsOf(seed + 2, 5)}

${[3, 4, 5].map((part) => wordsOf(seed + part, 200)).join('\n\n')}

| a | b |
| - | - |
${[6, 7, 8].map((row) => `| ${wordsOf(seed + row, 3)} | ${wordsOf(seed, 4)} |`).join('\n')}
`;

function createLargeFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'large-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const numbers = (length: number) => Array.from({ length }, (_, number) => number);
  for (const folder of ['posts', 'pages', 'pictures']) mkdirSync(join(root, folder));
  for (const number of numbers(250)) {
    const pixels = Buffer.alloc(PICTURE_BYTES, number + 1);
    writeFileSync(join(root, `pictures/${number}.jpg`), Buffer.concat([JPEG_HEADER, pixels]));
  }
  for (const number of numbers(POST_COUNT)) {
    const date = new Date(Date.UTC(2016, 0, 1 + 7 * number)).toISOString().slice(0, 10);
    const keys = `title: Post ${number}\npublishedDate: ${date}\ntags: [Tag ${number % 9}]\n`;
    writeFileSync(join(root, `posts/post-${number}.md`), `---\n${keys}---\n${bodyOf(number)}`);
  }
  for (const number of numbers(PAGE_COUNT)) {
    const keys = `title: Page ${number}\nsummary: ${wordsOf(number, 12)}\ngroup: Guides\n`;
    writeFileSync(join(root, `pages/page-${number}.md`), `---\n${keys}---\n${bodyOf(number)}`);
  }
  return root;
}

test('500 posts and 200 pages are known at the start, in less than 256 MiB', async () => {
  const folder = { SITE_DIR: createLargeFolder(), LOG_LEVEL: 'warn' };
  const program = 'dist/server/start.js';
  const empty = await startSiteProcess({ LOG_LEVEL: 'warn' }, [], program);
  const site = await startSiteProcess(folder, [], program);
  const [pid, emptyPid] = [site.process.pid as number, empty.process.pid as number];
  expect(cpuMs(pid) - cpuMs(emptyPid), 'milliseconds of CPU for the files').toBeLessThan(
    MAX_CPU_MS,
  );
  expect(peakMemoryMiB(pid), 'MiB after the start').toBeLessThan(MAX_MEMORY_MIB);

  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>http:\/\/[^/]*(\/(?:blogs\/post|page)-\d+)<\/loc>/g)];
  expect(paths).toHaveLength(POST_COUNT + PAGE_COUNT);

  const burst = paths.slice(0, 200).map(async ([, path]) => {
    const response = await fetch(`${site.url}${path}`);
    await response.arrayBuffer();
    return response.status;
  });
  expect(new Set(await Promise.all(burst))).toEqual(new Set([200]));
  expect(peakMemoryMiB(pid), 'MiB after 200 requests at once').toBeLessThan(MAX_MEMORY_MIB);
});
