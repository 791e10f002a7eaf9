import type { Page } from '@playwright/test';
import { NAVIGATION_TIMEOUT_MS } from '../../shared/site/constants.ts';
import { createGate } from './connection/late.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('back and forward restore the scroll position, even when the page must reload', async ({
  page,
}) => {
  const place = () => page.evaluate(() => scrollY);
  await page.goto('/blogs');
  await waitForHydration(page);
  const link = page.getByRole('link', { name: /^Read More:/ }).last();
  await link.scrollIntoViewIfNeeded();
  const left = await place();
  expect(left).toBeGreaterThan(500);
  await link.click();
  await expect(page).not.toHaveURL('/blogs');
  await expect.poll(place).toBe(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => history.state.place)).toBe(400);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Our Blog');
  await expect.poll(place).toBe(left);
  await page.goForward();
  await expect(page.locator('h1')).not.toHaveText('Our Blog');
  await expect.poll(place).toBe(400);
  await page.reload();
  await waitForHydration(page);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Our Blog');
  await expect.poll(place).toBe(left);
});

test('going back after a link within the page returns to where it was followed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' }); // jumps are at their end at once
  await page.goto('/terms');
  await waitForHydration(page);
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last();
  await link.scrollIntoViewIfNeeded();
  const top = async () => Math.round((await link.boundingBox())?.y ?? Number.NaN);
  const left = await top();
  await link.click();
  await expect(page).toHaveURL('/terms#governing-law');
  await expect(link).not.toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/terms');
  await expect.poll(top).toBe(left);
});

test('a click that meets another build arrives at the page that was clicked', async ({ page }) => {
  await page.goto('/about');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await page.route('**/static/js/Blogs-*.js', createGate().hold);
  await page.route('**/api/posts', async (route) => {
    const answer = await route.fetch();
    const headers = { ...answer.headers(), 'site-script': '/static/js/index-OTHER.js' };
    await route.fulfill({ response: answer, headers });
  });
  const link = page.locator('#site-nav').getByRole('link', { name: 'Blogs' });
  await link.hover();
  await page.evaluate(() => fetch('/healthz'));
  await expect(page).toHaveURL('/complaints');
  await page.unroute('**/static/js/Blogs-*.js');
  await link.click();
  await expect(page.locator('h1')).toHaveText('Our Blog');
  await expect(page).toHaveURL('/blogs');
});

test('pointing at a link fetches its post once and no other page, then shows it whole', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/blogs');
  await waitForHydration(page);
  const link = page.getByRole('link', { name: /^Read More:/ }).nth(1);
  const address = (await link.getAttribute('href')) as string;
  const counts = () => ({
    data: asked.filter((path) => path === `/api/posts/${address.split('/').pop()}`).length,
    code: asked.filter((path) => path.startsWith('/static/js/BlogPost-')).length,
    rules: asked.filter((path) => path.startsWith('/static/css/site-')).length,
  });
  expect(counts()).toEqual({ data: 0, code: 0, rules: 0 });
  await link.hover();
  await expect.poll(counts).toEqual({ data: 1, code: 1, rules: 1 });
  const pages = asked.flatMap((path) => /\/js\/([A-Z]\w+)-/.exec(path)?.[1] ?? []);
  expect(pages).toEqual(['Blogs', 'BlogPost']);
  await link.click();
  await expect(page).toHaveURL(address);
  // The list stays until the post takes its place.
  await expect(page.locator('h1')).not.toHaveText(/Our Blog|Loading\.\.\./);
  const heading = (await page.locator('h1').textContent()) as string;
  await expect(page).toHaveTitle(new RegExp(heading.slice(0, 20).replace(/[^\w ]/g, '.')));
  expect(counts()).toEqual({ data: 1, code: 1, rules: 1 });
});

test('for a visitor who saves data nothing is fetched before the click', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/terms');
  await waitForHydration(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofBlog = () => asked.filter((path) => /^\/api\/posts$|\/Blogs-/.test(path));
  const link = page.locator('#site-nav').getByRole('link', { name: 'Blogs' });
  await link.hover();
  await link.focus();
  await page.evaluate(() => fetch('/healthz')); // what was asked for before is known then
  expect(asked).toContain('/healthz');
  expect(ofBlog()).toEqual([]);
  await link.click();
  await expect(page).toHaveURL('/blogs');
  expect(ofBlog()).toHaveLength(2);
});

test("while a page's code loads the old page stays usable, and the last link wins", async ({
  page,
}) => {
  const late = createGate();
  await page.route('**/static/js/Terms-*.js', late.hold);
  await page.goto('/about');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL('/about');
  await expect(page.locator('h1')).toHaveText('About us');
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await expect(page.locator('main')).not.toHaveAttribute('aria-busy');
  await late.letGo();
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/terms"]')?.focus());
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.locator('h1')).toContainText('Privacy');
  await expect(page).toHaveURL('/privacy-policy');
});

test('a link whose data stalls is loaded in full after 4 s, too', async ({ page }) => {
  await page.route('**/api/posts', () => {});
  await page.goto('/about');
  await waitForHydration(page);
  await page.clock.install();
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
  await page.clock.fastForward(NAVIGATION_TIMEOUT_MS);
  expect((await loaded).url()).toContain('/blogs');
  await expect(page.getByRole('link', { name: /^Read More:/ }).first()).toBeVisible();
});

test('a link whose code fails, or whose data, is loaded in full at once', async ({
  page,
  consoleMessages,
}) => {
  await page.route('**/static/js/Terms-*.js', (route) => route.abort());
  await page.route('**/api/posts', (route) => route.abort());
  for (const [from, link, address] of [
    ['/about', page.getByRole('link', { name: 'Terms & Conditions' }), '/terms'],
    ['/contact', page.locator('#site-nav').getByRole('link', { name: 'Blogs' }), '/blogs'],
  ] as const) {
    await page.goto(from);
    await waitForHydration(page);
    const loaded = page.waitForEvent('load');
    await link.click();
    await loaded;
    await expect(page).toHaveURL(address);
  }
  await expect(page.getByRole('link', { name: /^Read More:/ }).first()).toBeVisible();
  allowMessage(consoleMessages, /ERR_FAILED|ChunkLoadError|Terms failed|dynamically imported/i);
});

test('a link fades into its page, under reduced motion not at all', async ({ page }) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.setAttribute('data-fades', '');
      return start(update);
    };
  });
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/about');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Complaints Procedure' }).click();
    await expect(page.locator('h1')).toContainText('Complaints');
    const fading = page.locator('html[data-fades]');
    await expect(fading).toHaveCount(reducedMotion === 'reduce' ? 0 : 1);
  }
});

/** Returns title, tags for machines and structured data, sorted. */
const headOf = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    tags: [
      ...document.querySelectorAll('meta[name],meta[property],link:is([rel=canonical],[rel=next])'),
    ]
      .map(({ outerHTML }) => outerHTML.replaceAll('&amp;', '&'))
      .sort(),
    data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent,
    ),
  }));

test('a page that was navigated to has the head that it would have had from the server', async ({
  page,
}) => {
  await page.goto('/accident');
  const accident = await headOf(page);
  expect(accident.data).toHaveLength(1);
  await waitForHydration(page);
  expect(await headOf(page)).toEqual(accident);
  await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
  await page
    .getByRole('link', { name: /^Read More:/ })
    .first()
    .click();
  await expect(page.locator('meta[property="article:published_time"]')).toHaveCount(1);
  const { title, tags, data } = await headOf(page);
  expect(data).toEqual([]); // the other page's data is gone
  await page.reload();
  const loaded = await headOf(page);
  expect({ title, tags }).toEqual({ title: loaded.title, tags: loaded.tags });
});

test('scroll positions are kept again on a page from the back/forward cache', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  const kept = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    const left = history.scrollRestoration;
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return [left, history.scrollRestoration];
  });
  expect(kept).toEqual(['auto', 'manual']);
});

test('a browser that stores no more scroll positions causes no error', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  // As Safari does after 100 in ten seconds; the test fails for an error in the page.
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException('too many', 'SecurityError');
    };
  });
  await page.locator('h1').click();
  await page.mouse.wheel(0, 300);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
});

test('a link with a text fragment is a page load, which alone scrolls to it', async ({ page }) => {
  await page.route('**/api/posts/credit-hire-in-plain-english', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      '"uri":"/credit-hire"',
      '"uri":"/terms#:~:text=its%20courts%20decide"',
    );
    await route.fulfill({ response, body });
  });
  await page.goto('/blogs');
  await waitForHydration(page);
  await page.locator('a[href="/blogs/credit-hire-in-plain-english"]').click();
  const link = page.locator('.rich a[href^="/terms#:~:"]').first();
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await link.click();
  expect((await loaded).url()).toMatch(/\/terms$/);
  await expect(page.locator('h1')).toContainText('Terms');
});
