import type { Page } from '@playwright/test';
import { LINK_TIMEOUT_MS } from '../../shared/site/constants.ts';
import { gate } from './connection/late.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

test("an editor's link to the form of Home leads to it though its code has not come", async ({
  page,
}) => {
  await page.route('**/api/posts/*', async (route) => {
    const answer = await route.fetch();
    const text = { nodeType: 'text', value: 'Ask us', marks: [], data: {} };
    const link = { nodeType: 'hyperlink', data: { uri: '/#contact' }, content: [text] };
    const paragraph = { nodeType: 'paragraph', data: {}, content: [link] };
    const content = { nodeType: 'document', data: {}, content: [paragraph] };
    await route.fulfill({ json: { ...(await answer.json()), content } });
  });
  await page.goto('/blogs');
  await hydrated(page);
  await page
    .getByRole('link', { name: /^Read More:/ })
    .first()
    .click();
  const late = gate();
  await page.route('**/static/js/CallbackSection-*.js', late.hold);
  const followed = page.getByRole('link', { name: 'Ask us' }).click();
  await late.letGo();
  await followed;
  await expect(page.locator('#contact')).toBeInViewport();
});

/** Counts fades from page to page and notes how long their animations last, in milliseconds. */
async function watchFades(page: Page) {
  await page.addInitScript(() => {
    const fades = { count: 0, durations: [] as unknown[] };
    Object.assign(window, { fades });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      fades.count += 1;
      const fade = start(update);
      fade.ready.then(
        () => {
          for (const { effect } of document.getAnimations())
            if ((effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition-'))
              fades.durations.push(effect?.getComputedTiming().duration);
        },
        () => {},
      );
      return fade;
    };
  });
  return () =>
    page.evaluate(
      () => (window as unknown as { fades: { count: number; durations: number[] } }).fades,
    );
}

test('a link fades into its page within 150 ms, under reduced motion not at all; the way back is left to the browser', async ({
  page,
}) => {
  const fades = await watchFades(page);
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await expect.poll(async () => (await fades()).durations.length).toBeGreaterThan(0);
  const { count, durations } = await fades();
  expect(count).toBe(1);
  expect(new Set(durations)).toEqual(new Set([150]));
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('About us');
  expect((await fades()).count).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  expect((await fades()).count).toBe(1);
});

test('a link is followed where the fade fails', async ({ page, consoleMessages }) => {
  await page.addInitScript(() => {
    document.startViewTransition = () => {
      throw new Error('made to fail');
    };
  });
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await expect(page).toHaveURL('/complaints');
  forget(consoleMessages, 'made to fail');
});

test('a link to the blog whose data stalls is loaded in full', async ({ page }) => {
  await page.route('**/api/posts', () => {});
  await page.goto('/about');
  await hydrated(page);
  await page.clock.install();
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
  await page.clock.fastForward(LINK_TIMEOUT_MS);
  expect((await loaded).url()).toContain('/blogs');
  await expect(page.getByRole('link', { name: /^Read More:/ }).first()).toBeVisible();
});

test('the way back ends the wait for a link, and is loaded in full where its own code stalls', async ({
  page,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await page.reload();
  await hydrated(page);
  await page.clock.install();
  await page.route(/static\/js\/(Terms|About)-/, gate().hold);
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true');
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/about');
  await page.clock.fastForward(LINK_TIMEOUT_MS);
  expect((await loaded).url()).toContain('/about');
  await expect(page.locator('h1')).toHaveText('About us');
});

test('a failed list stops loading without claiming that there are no posts', async ({
  page,
  consoleMessages,
}) => {
  await page.route('**/api/posts', (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable' } }),
  );
  await page.goto('/about');
  await hydrated(page);
  await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
  await expect(page.getByText('We cannot show our posts just now.')).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  forget(consoleMessages, '503');
});
