import type { Page } from '@playwright/test';
import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
import { fillForm } from '../callback-form.ts';
import { allowMessage, expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';
import { OwnSite } from '../own-site.ts';

/** A part of a browser that helps and is not required. */
interface Feature {
  /** The object of `window` that has it; `window` itself when empty. */
  owner: 'Navigator' | 'Document' | '';
  name: string;
  /** A method of it that returns a promise, or throws. */
  method?: string;
}

const FEATURES: readonly Feature[] = [
  { owner: 'Navigator', name: 'serviceWorker', method: 'register' },
  { owner: 'Navigator', name: 'sendBeacon' },
  { owner: 'Navigator', name: 'connection' },
  { owner: '', name: 'caches', method: 'open' },
  { owner: '', name: 'localStorage', method: 'getItem' },
  { owner: '', name: 'sessionStorage', method: 'getItem' },
  { owner: '', name: 'trustedTypes', method: 'createPolicy' },
  { owner: '', name: 'PerformanceObserver' },
  { owner: '', name: 'ResizeObserver' },
  { owner: '', name: 'IntersectionObserver' },
  { owner: 'Document', name: 'startViewTransition' },
];

const MODES = ['undefined', 'throwing at access', 'failing when called'] as const;
type Mode = (typeof MODES)[number];

/** Runs in the page, before its scripts. */
function breakFeature({ owner, name, method, mode }: Feature & { mode: Mode }): void {
  const refuse = () => {
    throw new DOMException('made to fail', 'SecurityError');
  };
  const holder = owner
    ? (window as unknown as Record<string, { prototype: object }>)[owner]?.prototype
    : window;
  const target = holder as Record<string, unknown>;
  const define = (on: object, key: string, descriptor: PropertyDescriptor) =>
    Object.defineProperty(on, key, { configurable: true, ...descriptor });
  if (mode === 'undefined') define(target, name, { value: undefined });
  else if (mode === 'throwing at access') define(target, name, { get: refuse });
  else if (!method) define(target, name, { value: refuse });
  else if (name === 'serviceWorker' || name === 'caches') {
    const part = owner ? (navigator as unknown as Record<string, unknown>)[name] : target[name];
    define(part as object, method, { value: () => Promise.reject(new Error('made to fail')) });
  } else define(Object.getPrototypeOf(target[name]) as object, method, { value: refuse });
}

/** Opens pages with the feature broken, and does on them what visitors come for. */
async function useSite(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/accident`);
  await waitForHydration(page);
  await page.getByLabel('Registration').fill('QX71 ZZZ');
  await page.getByLabel('Stay calm: Done').check();
  await page.goto(`${url}/`);
  await waitForHydration(page);
  await page.locator('#site-nav').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(`${url}/contact`);
  // The rules of another page came with it.
  await expect(page.locator('.form-card')).not.toHaveCSS('padding-top', '0px');
  await waitForHydration(page);
  await fillForm(page, { name: 'Ada', mobile: '07700 900456', email: 'ada@example.org' });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
}

// One worker, and with it one site, which has a service worker and measures every visit.
test.describe.configure({ mode: 'default' });
let site: OwnSite;
test.beforeAll(async () => {
  site = await OwnSite.start({ SERVICE_WORKER: 'on', CONTACT_RATE_LIMIT: '1000' });
});
test.afterAll(() => site.end());

for (const feature of FEATURES)
  for (const mode of MODES)
    test(`the site runs without an error when ${feature.name} is ${mode}`, async ({
      page,
      consoleMessages,
    }) => {
      const reports: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/reports')) reports.push(request.postData() ?? '');
      });
      await page.addInitScript(breakFeature, { ...feature, mode });
      await useSite(page, site.url);
      expect(reports).toEqual([]);
      // Chromium goes on to enforce what it no longer lets the page allow: the service worker's path.
      if (feature.name === 'trustedTypes') allowMessage(consoleMessages, 'TrustedScriptURL');
    });
