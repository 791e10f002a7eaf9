import { ROUTES } from '../../shared/addresses.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const PATHS = [
  ...ROUTES.map(({ path }) => path).filter((path) => !path.includes(':')),
  '/no-such-page',
];
const DEVELOPMENT = `http://127.0.0.1:${process.env.DEVELOPMENT_SITE_PORT}`;

for (const path of PATHS)
  test(`React takes over ${path} without a warning`, async ({ page, consoleMessages }) => {
    await page.goto(DEVELOPMENT + path);
    await hydrated(page);
    if (path === '/no-such-page') forget(consoleMessages, '404');
    await expect(page.locator('h1')).toHaveCount(1);
  });

test('React takes over every blog post without a warning and without a request for data', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.goto(`${DEVELOPMENT}/blogs`);
  const posts = await page
    .locator('main a[href^="/blogs/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(posts.length).toBeGreaterThanOrEqual(8);
  for (const post of new Set(posts)) {
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
