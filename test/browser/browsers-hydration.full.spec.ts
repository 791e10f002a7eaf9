import { allowMessage, expect, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { waitForHydration } from './hydrated.ts';

const DEVELOPMENT = `http://127.0.0.1:${process.env.DEVELOPMENT_SITE_PORT}`;

/** Missing pages, each of which stands for many paths. */
const MISSING = ['/no-such-page', '/blogs/no-such-post', '/blogs/page/99'];

test('React hydrates every page and post without a warning or a request for data', async ({
  page,
  consoleMessages,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.goto(`${DEVELOPMENT}/blogs`);
  const posts = await page
    .locator('main a[href^="/blogs/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') as string));
  expect(posts.length).toBeGreaterThanOrEqual(8);
  for (const path of new Set([...PATHS, ...posts, ...MISSING])) {
    await page.goto(DEVELOPMENT + path);
    await waitForHydration(page);
    if (MISSING.includes(path)) allowMessage(consoleMessages, '404');
    expect(consoleMessages, path).toEqual([]);
  }
  expect(asked).toEqual([]);
});
