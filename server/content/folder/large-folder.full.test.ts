import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cpuMs } from '../../../bench/process.ts';
import { createWords } from '../../../test/support/large-text.ts';
import { CRAWL_TIMEOUT_MS, expectMemoryToHold, listPaths } from '../../../test/support/memory.ts';
import { startSiteProcess } from '../../../test/support/site-process.ts';

/** The promise of docs/editors.md. */
const POST_COUNT = 500;
const PAGE_COUNT = 200;
const MAX_CPU_MS = 5000;
const PICTURE_BYTES = 150_000;
const PROGRAM = 'dist/server/start.js';

/** A JPEG of 1,200 by 800 pixels as far as its header says. */
const JPEG_HEADER = Buffer.from('ffd8ffc0001108032004b00301220002110103110100', 'hex');

/** Returns a text of about 1,000 words with headings, links, a list, a table and a picture. */
const bodyOf = (seed: number) => `
## ${createWords(seed, 5)}

${createWords(seed + 1, 200)} **${createWords(seed, 2)}** and [${createWords(seed, 3)}](https://example.org/${seed}).

${[1, 2, 3, 4].map((item) => `- ${createWords(seed + item, 25)}`).join('\n')}

![${createWords(seed, 4)}](../pictures/${seed % 250}.jpg)

## ${createWords(seed + 2, 5)}

${[3, 4, 5].map((part) => createWords(seed + part, 200)).join('\n\n')}

| a | b |
| - | - |
${[6, 7, 8].map((row) => `| ${createWords(seed + row, 3)} | ${createWords(seed, 4)} |`).join('\n')}
`;

const startSite = () =>
  startSiteProcess({ SITE_DIR: createLargeFolder(), LOG_LEVEL: 'warn' }, [], PROGRAM);

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
    const keys = `title: Page ${number}\nsummary: ${createWords(number, 12)}\ngroup: Guides\n`;
    writeFileSync(join(root, `pages/page-${number}.md`), `---\n${keys}---\n${bodyOf(number)}`);
  }
  return root;
}

describe('a folder of 500 posts and 200 pages', () => {
  test('is known at the start for a few seconds of CPU', async () => {
    const empty = await startSiteProcess({ LOG_LEVEL: 'warn' }, [], PROGRAM);
    const site = await startSite();
    const [pid, emptyPid] = [site.process.pid as number, empty.process.pid as number];
    expect(cpuMs(pid) - cpuMs(emptyPid), 'milliseconds of CPU for the files').toBeLessThan(
      MAX_CPU_MS,
    );
  });

  test('stays below 256 MiB when crawlers read every address in each encoding', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    const { url, process } = await startSite();
    const paths = await listPaths(url);
    const own = paths.filter((path) => /^\/(?:blogs\/post|page)-\d+$/.test(path));
    expect(own).toHaveLength(POST_COUNT + PAGE_COUNT);
    await expectMemoryToHold(process.pid as number, { url, paths });
  });
});
