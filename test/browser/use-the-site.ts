import { expect, type Page } from '@playwright/test';
import { CALLBACK_MESSAGES } from '../../shared/site/constants.ts';
import { overflow } from '../engines/layout.ts';
import { hydrated } from './hydrated.ts';

export const menu = (page: Page) => page.locator('#site-nav');

/** The numbers can be tapped: nothing lies above them. */
export async function expectCallable(page: Page): Promise<void> {
  await page.locator('header a[href^="tel:"]').click({ trial: true });
  await page.locator('main a[href^="tel:"]').first().click({ trial: true });
}

export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(overflow), page.url()).toBe(0);
}

async function follow(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu(page).getByRole('link', { name: link, exact: true }).click();
  await expect(page.locator('main h1')).toHaveText(heading);
  await expect(menu(page)).toBeHidden();
  await expectNoOverflow(page);
}

async function useMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu' });
  await expect(menu(page)).toBeHidden();
  await expect(button.locator('svg:visible')).toHaveCount(1);
  await button.click();
  await expect(menu(page)).toBeVisible();
  if (await page.evaluate(() => !('popover' in HTMLElement.prototype)))
    await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(button.locator('svg:visible')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(200, 830);
  await expect(menu(page)).toBeHidden();
}

async function useQuestions(page: Page): Promise<void> {
  const question = (nth: number) => page.locator('#faq details').nth(nth);
  for (const nth of [2, 1]) {
    await question(nth).locator('summary').click();
    await expect(question(nth).locator('p').first()).toBeVisible();
  }
  await question(1).locator('summary').click();
  await expect(question(1).locator('p').first()).toBeHidden();
}

async function useCarousel(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next testimonial' });
  await next.hover(); // it moves by itself no more
  const shown = Number(
    (await page.locator('.dots [aria-disabled]').getAttribute('aria-label'))?.at(-1),
  );
  await next.click();
  await expect(page.locator('.dots [aria-disabled]')).toHaveAccessibleName(
    `Show testimonial ${(shown % 6) + 1}`,
  );
}

async function useForm(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: 'Request a callback' });
  await send.click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3);
  await page.getByLabel('Your name *').fill('Ada Lovelace');
  await page.getByLabel('Mobile Number *').fill('07700 900456');
  await page.getByLabel('Your e-mail *').fill('ada@example.org');
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: CALLBACK_MESSAGES.sent })).toBeVisible();
}

/** Everything that a visitor can do, on a phone and then on a wide screen, in one visit. */
export async function useTheSite(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expectCallable(page);
  await hydrated(page);
  await expectCallable(page);
  await useMenu(page);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await follow(page, 'About Us', 'About us');
  await page.goBack(); // to a page that React makes, not the server
  await expect(page).toHaveURL('/');
  await useQuestions(page);
  await useCarousel(page);
  await expectNoOverflow(page);
  await follow(page, 'Accident', 'Had a Road Accident?');
  await page.getByLabel('Registration').fill('AB12 CDE');
  await expect(page.locator('.print-sheet')).toContainText('AB12 CDE');
  await page.getByLabel('Stay calm: Done').check();
  await follow(page, 'Contact Us', 'Contact us');
  await useForm(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoOverflow(page);
  const creditHire = menu(page).getByRole('link', { name: 'Credit Hire' });
  await expect(creditHire).toBeHidden();
  await page.locator('.nav__item:has(.nav__toggle) > .nav__link').hover();
  await creditHire.click();
  await expect(page).toHaveURL('/credit-hire');
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  for (const path of ['/accident', '/blogs/credit-hire-in-plain-english']) {
    await page.goto(path);
    await hydrated(page);
    await expectNoOverflow(page);
  }
}
