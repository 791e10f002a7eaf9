import { expect, forget, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { hydrated } from './hydrated.ts';

const DEVELOPMENT = `http://127.0.0.1:${process.env.DEVELOPMENT_SITE_PORT}`;

test('React takes over every page without a warning', async ({ page, consoleMessages }) => {
  for (const path of PATHS) {
    await page.goto(DEVELOPMENT + path);
    await hydrated(page);
    await expect(page.locator('h1')).toHaveCount(1);
    if (path === '/no-such-page') forget(consoleMessages, '404');
    expect(consoleMessages, path).toEqual([]);
  }
});

test('React takes over blog posts without a warning and without a request for data', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.goto(`${DEVELOPMENT}/blogs`);
  const links = await page
    .locator('main a[href^="/blogs/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') as string));
  const posts = [...new Set(links)];
  expect(posts.length).toBeGreaterThanOrEqual(8);
  for (const post of posts) {
    await page.goto(DEVELOPMENT + post);
    await hydrated(page);
  }
  expect(asked).toEqual([]);
});

for (const path of ['/blogs/no-such-post', '/blogs/page/99'])
  test(`React takes over ${path}, whose page stands for many addresses, without a warning and without a request for data`, async ({
    page,
    consoleMessages,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    await page.goto(DEVELOPMENT + path);
    await hydrated(page);
    forget(consoleMessages, '404');
    await expect(page.locator('main a[href="/blogs"]').last()).toBeVisible();
    await page.locator('main a[href="/blogs"]').last().click();
    await expect(page).toHaveTitle(/^Blog: /);
    expect(asked.filter((address) => address.includes('no-such-post'))).toEqual([]);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/blogs$/);
  });
