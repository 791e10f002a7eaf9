import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import type { Manifest } from '../../server/http/assets.ts';
import { LINK_SHOWN_LOADING_AFTER_MS, LINK_TIMEOUT_MS } from '../../shared/site/constants.ts';
import { gate } from './connection/late.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

test('following a link changes the page without a load, starts at the top and puts the focus on the new heading', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => {
    (window as { kept?: boolean }).kept = true;
    window.scrollTo(0, 3000);
  });
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(page.locator('main h1')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => (window as { kept?: boolean }).kept)).toBe(true);
  await expect(page).toHaveTitle(/Terms/);
});

test('going back and forward returns to where the page was left, even if its code and data have to come again', async ({
  page,
}) => {
  const place = () => page.evaluate(() => scrollY);
  await page.goto('/blogs');
  await hydrated(page);
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
  await hydrated(page);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Our Blog');
  await expect.poll(place).toBe(left);
});

test('going back after a link within the page returns to where it was followed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' }); // jumps are at their end at once
  await page.goto('/accident');
  await hydrated(page);
  const link = page.getByRole('link', { name: 'Note it down on this page' }).first();
  await link.scrollIntoViewIfNeeded();
  const top = async () => Math.round((await link.boundingBox())?.y ?? Number.NaN);
  const left = await top();
  await link.click();
  await expect(page).toHaveURL('/accident#notes');
  await expect(link).not.toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/accident');
  await expect.poll(top).toBe(left);
});

test('who goes back before the next page is shown is on the page of the address', async ({
  page,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  await page.evaluate(() => {
    // As a browser does for Back, in the moment between the new address and the new page.
    const push = history.pushState.bind(history);
    history.pushState = (...entry) => {
      push(...entry);
      queueMicrotask(() => {
        history.replaceState(null, '', '/contact');
        dispatchEvent(new PopStateEvent('popstate'));
        // React has drawn by then.
        requestIdleCallback(() => document.documentElement.setAttribute('data-went-back', ''));
      });
    };
  });
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-went-back');
  await expect(page).toHaveURL('/contact');
  await expect(page.locator('h1')).toHaveText('Contact us');
});

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

test('a click that meets another build arrives at the page that was clicked', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await page.route('**/static/js/Blogs-*.js', gate().hold);
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

test('the first page takes no focus away', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

test("the blog shows 'Loading...' until its data arrives, then the posts", async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    page.route('**/api/posts', async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await page.goto('/about');
  await hydrated(page);
  await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
  await asked;
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.locator('h1')).toHaveText('Our Blog');
  answer();
  await expect(page.getByRole('link', { name: /^Read More:/ }).first()).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

/** A post of the list, and how often its data and the code of its page were asked for so far. */
async function secondPost(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/blogs');
  await hydrated(page);
  const link = page.getByRole('link', { name: /^Read More:/ }).nth(1);
  const address = (await link.getAttribute('href')) as string;
  const counts = () => ({
    data: asked.filter((path) => path === `/api/posts/${address.split('/').pop()}`).length,
    code: asked.filter((path) => path.startsWith('/static/js/BlogPost-')).length,
  });
  return { link, address, counts };
}

test('a post is fetched when its link is pointed at, once, and shown with its own title', async ({
  page,
}) => {
  const { link, address, counts } = await secondPost(page);
  expect(counts()).toEqual({ data: 0, code: 0 });
  await link.hover();
  await expect.poll(counts).toEqual({ data: 1, code: 1 });
  await link.click();
  await expect(page).toHaveURL(address);
  // The list stays until the post takes its place.
  await expect(page.locator('h1')).not.toHaveText(/Our Blog|Loading\.\.\./);
  const heading = (await page.locator('h1').textContent()) as string;
  await expect(page).toHaveTitle(new RegExp(heading.slice(0, 20).replace(/[^\w ]/g, '.')));
  expect(counts()).toEqual({ data: 1, code: 1 });
});

/** Runs in the page. */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

test('for a visitor who saves data nothing is fetched before the click', async ({ page }) => {
  await page.addInitScript(saveData);
  const { link, address, counts } = await secondPost(page);
  await link.hover();
  await link.focus();
  // These events themselves make the page fetch ahead.
  await page.evaluate(() => fetch('/healthz'));
  expect(counts()).toEqual({ data: 0, code: 0 });
  await link.click();
  await expect(page).toHaveURL(address);
  await expect.poll(counts).toEqual({ data: 1, code: 1 });
});

test('all that a page needs is asked for at once: no script has to arrive for another to be asked for', async ({
  page,
}) => {
  await page.goto('/about');
  await hydrated(page);
  const { pageFiles } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;
  const missing = pageFiles.contact.filter(
    (file) => file.endsWith('.js') && !pageFiles.about.includes(file),
  );
  expect(missing.length).toBeGreaterThan(1);
  const late = gate();
  const asked: string[] = [];
  await page.route('**/static/js/*', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return late.hold(route);
  });
  await page.locator('#site-nav').getByRole('link', { name: 'Contact Us' }).hover();
  await expect.poll(() => asked.toSorted()).toEqual(missing.toSorted());
  await late.letGo();
});

/** The menu of a phone, and which pages and data were fetched since the first was there. */
async function menuOf(page: Page) {
  await page.goto('/terms');
  await hydrated(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    const pageOrData = /^\/static\/js\/([A-Z]\w+)-|^\/api\/posts$/.exec(path);
    if (pageOrData) asked.push(pageOrData[1] ?? path);
  });
  return {
    fetched: () => asked.toSorted(),
    async openMenu() {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.locator('#site-nav')).toBeVisible();
    },
  };
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('opening the menu fetches the pages that it lists', async ({ page }) => {
    const { fetched, openMenu } = await menuOf(page);
    await openMenu();
    await expect
      .poll(fetched)
      .toEqual([
        '/api/posts',
        'About',
        'Accident',
        'Blogs',
        'BodyshopRepairs',
        'CallbackSection',
        'Contact',
        'CreditHire',
        'Home',
        'ReplacementVehicles',
      ]);
  });

  test('a link of the menu that is late says so where the visitor looks', async ({ page }) => {
    await page.route('**/static/js/About-*.js', gate().hold);
    const { openMenu } = await menuOf(page);
    await openMenu();
    await page.locator('#site-nav').getByRole('link', { name: 'About Us' }).click();
    await page.getByRole('status').getByText('Loading…').click({ trial: true }); // not covered
    await expect(page).toHaveURL('/terms');
  });

  test('for a visitor who saves data, opening the menu fetches nothing', async ({ page }) => {
    await page.addInitScript(saveData);
    const { fetched, openMenu } = await menuOf(page);
    await openMenu();
    await page.evaluate(() => fetch('/healthz'));
    expect(fetched()).toEqual([]);
  });
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

test('while the code of a page is on its way the old page stays alive under its own address, and the last link wins', async ({
  page,
}) => {
  const late = gate();
  await page.route('**/static/js/Terms-*.js', late.hold);
  const fades = await watchFades(page);
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL('/about');
  await expect(page.locator('h1')).toHaveText('About us');
  expect((await fades()).count).toBe(0);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toContainText('Complaints');
  await expect(page.locator('main')).not.toHaveAttribute('aria-busy');
  await late.letGo();
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/terms"]')?.focus());
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.locator('h1')).toContainText('Privacy');
  await expect(page).toHaveURL('/privacy-policy');
});

test('a link that stalls says after 400 ms that it loads and after 4 s is loaded in full, however often it is tapped', async ({
  page,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await page.route('**/static/js/Terms-*.js', gate().hold);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const busy = () => page.locator('main[aria-busy=true]').count();
  const click = () => page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await click();
  await page.clock.runFor(LINK_SHOWN_LOADING_AFTER_MS - 10);
  expect(await busy()).toBe(0);
  await page.clock.runFor(20);
  expect(await busy()).toBe(1);
  await expect(page.getByRole('status').getByText('Loading…')).toBeInViewport();
  await page.clock.runFor(3000);
  await click();
  await expect(page).toHaveURL('/about');
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.clock.runFor(LINK_TIMEOUT_MS - 3400);
  expect((await loaded).url()).toContain('/terms');
  await expect(page.locator('h1')).toContainText('Terms');
});

for (const [how, what] of [
  ['stalls', (route: Route) => void route],
  ['fails', (route: Route) => route.abort()],
] as const)
  test(`a link to the blog whose data ${how} is loaded in full`, async ({
    page,
    consoleMessages,
  }) => {
    await page.route('**/api/posts', what);
    await page.goto('/about');
    await hydrated(page);
    await page.clock.install();
    const loaded = page.waitForRequest((request) => request.isNavigationRequest());
    await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
    if (how === 'stalls') await page.clock.fastForward(LINK_TIMEOUT_MS);
    expect((await loaded).url()).toContain('/blogs');
    await expect(page.getByRole('link', { name: /^Read More:/ }).first()).toBeVisible();
    forget(consoleMessages, 'ERR_FAILED');
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

test('a page whose chunk fails to load is loaded from the server', async ({
  page,
  consoleMessages,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await page.route('**/static/js/Terms-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.locator('h1')).toContainText('Terms');
  await expect(page).toHaveURL('/terms');
  forget(consoleMessages, /ERR_FAILED|ChunkLoadError|Terms failed|dynamically imported/i);
});

test('a link that is touched without a connection leads to the phone number, and to its page once the connection is back', async ({
  page,
  context,
  consoleMessages,
}) => {
  await page.goto('/about');
  await hydrated(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toHaveText('You are offline');
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  await expect(page.locator('main a[href="tel:999"]')).toBeVisible();
  await expect(page.locator('main .btn--call')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('h1')).toContainText('Complaints');
  await expect(page).toHaveURL('/complaints');
  consoleMessages.length = 0; // what the browser says of a lost connection
});

/** Title, tags for machines and structured data, sorted. */
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
  await hydrated(page);
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
