import type { Page } from '@playwright/test';
import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
import { expect, test } from '../console.ts';
import { hydrated } from '../hydrated.ts';
import { axeFindings } from './axe-findings.ts';

interface State {
  name: string;
  widths: readonly [number, ...number[]];
  /** The part of the page that is new; the rest is checked in axe.pages.spec.ts. */
  part: string;
  /** Opened and taken over by React before the rest. */
  path: string;
  open: (page: Page) => Promise<void>;
}

const BOTH = [390, 1440] as const;
const EMPTY_LIST = { posts: [], page: 1, pageCount: 1 };

/** Follows a link inside the site; the test decides what its requests get. */
async function goToBlogs(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).click();
  await expect(page.locator('h1')).toHaveText('Our Blog');
}

async function sendForm(page: Page, answer: { ok: boolean }): Promise<void> {
  await page.route('**/contact.php', (route) => route.fulfill({ json: answer }));
  await page.getByLabel('Your name *').fill('Ada');
  await page.getByLabel('Mobile Number *').fill('07700 900456');
  await page.getByLabel('Your e-mail *').fill('ada@example.org');
  await page.getByRole('button', { name: 'Request a callback' }).click();
}

const STATES: State[] = [
  {
    name: 'with the menu and its dropdown open',
    part: '.header',
    widths: [390],
    path: '/accident',
    open: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'More about Replacement Vehicles' }).click();
      await expect(
        page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' }),
      ).toBeVisible();
    },
  },
  {
    name: 'with the dropdown open',
    part: '.header',
    widths: [1440],
    path: '/accident',
    open: async (page) => {
      await page.getByRole('button', { name: 'More about Replacement Vehicles' }).press('Enter');
      await expect(
        page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' }),
      ).toBeVisible();
    },
  },
  {
    name: 'with another question open',
    part: '#faq',
    widths: BOTH,
    path: '/',
    open: async (page) => {
      await page.locator('#faq summary').nth(3).click();
      await expect(page.locator('#faq details').nth(3)).toHaveAttribute('open', '');
    },
  },
  {
    name: 'with the Credit Hire panel open',
    part: 'main',
    widths: BOTH,
    path: '/replacement-vehicles',
    open: (page) => page.locator('main summary').click(),
  },
  {
    name: 'with errors in the form',
    part: 'main',
    widths: BOTH,
    path: '/contact',
    open: async (page) => {
      await page.getByRole('button', { name: 'Request a callback' }).click();
      await expect(page.getByRole('alert')).toBeFocused();
    },
  },
  {
    name: 'with the form sent',
    part: 'main',
    widths: BOTH,
    path: '/contact',
    open: async (page) => {
      await sendForm(page, { ok: true });
      await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
    },
  },
  {
    name: 'with a number that looks mistyped',
    part: 'main',
    widths: BOTH,
    path: '/contact',
    open: async (page) => {
      await page.getByLabel('Mobile Number *').fill('07700');
      await page.getByLabel('Your e-mail *').focus();
      await expect(page.getByText('Digits: 5.')).toBeVisible();
    },
  },
  {
    name: 'with the form refused',
    part: 'main',
    widths: BOTH,
    path: '/contact',
    open: async (page) => {
      await sendForm(page, { ok: false });
      await expect(page.getByText(CALLBACK_MESSAGES.rejected)).toBeVisible();
    },
  },
  {
    name: 'while the blog loads',
    part: 'main',
    widths: BOTH,
    path: '/about',
    open: async (page) => {
      await page.route('**/api/posts', () => {});
      await goToBlogs(page);
      await expect(page.getByText('Loading...')).toBeVisible();
    },
  },
  {
    name: 'with an empty blog',
    part: 'main',
    widths: BOTH,
    path: '/about',
    open: async (page) => {
      await page.route('**/api/posts', (route) => route.fulfill({ json: EMPTY_LIST }));
      await goToBlogs(page);
      await expect(page.getByText('There are no posts yet.')).toBeVisible();
    },
  },
  {
    name: 'without a connection',
    part: 'main',
    widths: BOTH,
    path: '/about',
    open: async (page) => {
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Complaints Procedure' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
      await expect(page.locator('main .btn--call')).toBeVisible();
    },
  },
  {
    name: 'with a step ticked off and a position that could not be had',
    part: 'main',
    widths: BOTH,
    path: '/accident',
    open: async (page) => {
      await page.getByLabel('Stay calm: Done').check();
      await page.getByRole('button', { name: 'Use my position' }).click();
      await expect(page.getByText('We could not get your position.')).toBeVisible();
    },
  },
  {
    name: 'with notes typed and cleared',
    part: 'main',
    widths: BOTH,
    path: '/accident',
    open: async (page) => {
      await page.getByLabel('Registration').fill('AB12 CDE');
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect(page.getByText('Your notes and ticks are cleared.')).toBeVisible();
    },
  },
];

for (const { name, widths, part, path, open } of STATES)
  test(`axe finds nothing ${name}, in both themes`, async ({ page, consoleMessages }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: widths[0], height: 900 });
    await page.goto(path);
    await hydrated(page);
    await open(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page, part), `${width} px`).toEqual([]);
    }
    consoleMessages.length = 0; // what the browser says of a lost connection
  });
