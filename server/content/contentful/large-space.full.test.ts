import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../../test/fakes/contentful-stand-in.ts';
import { blogPost } from '../../../test/fakes/entries.ts';
import { doc, h, p } from '../../../test/fakes/rich-text.ts';
import { createWords } from '../../../test/support/large-text.ts';
import { CRAWL_TIMEOUT_MS, expectMemoryToHold, listPaths } from '../../../test/support/memory.ts';
import { startSiteProcess } from '../../../test/support/site-process.ts';

/** The promise of docs/content-model.md. */
const POST_COUNT = 2000;

/** Returns a post of about 1,000 words. */
function createPost(number: number) {
  const paragraphs = [1, 2, 3, 4, 5].map((part) => p(createWords(number + part, 200)));
  return blogPost(`post-${number}`, {
    title: `Post ${number}`,
    slug: `post-${number}`,
    publishedDate: new Date(Date.UTC(2000, 0, 1 + number)).toISOString().slice(0, 10),
    content: doc(h(2, createWords(number, 5)), ...paragraphs),
  });
}

test('2,000 posts of a service stay below 256 MiB when crawlers read each', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const service = await startContentfulStandIn();
  service.entries = Array.from({ length: POST_COUNT }, (_, number) => createPost(number));
  const environment = { ...service.environment, LOG_LEVEL: 'warn' };
  const { url, process } = await startSiteProcess(environment, [], 'dist/server/start.js');
  await expect
    .poll(async () => (await listPaths(url)).filter((path) => path.startsWith('/blogs/')).length, {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(POST_COUNT);
  await expectMemoryToHold(process.pid as number, { url, paths: await listPaths(url) });
});
