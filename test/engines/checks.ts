import { expect } from 'vitest';
import { CALLBACK_MESSAGES } from '../../shared/site/constants.ts';
import { callbackFields } from '../support/typed.ts';
import type { Tab } from './tab.ts';

interface Check {
  width: 390 | 1440;
  path: string;
  /** Runs in an opened page. */
  use(tab: Tab): Promise<void>;
}

/** Runs in the page. */
const isMenuOpen = () => document.querySelector('#site-nav')?.matches(':popover-open') ?? false;
const isListShown = () => document.querySelector('.nav__drop')?.checkVisibility() ?? false;
const headingIs = (words: string) => document.querySelector('h1')?.textContent === words;

/** Promises that every engine keeps, each on the named page after hydration. */
export const CHECKS: Record<string, Check> = {
  'the menu opens, closes at a press beside it and leads to a page, where it is closed': {
    width: 390,
    path: '/',
    async use(tab) {
      await tab.press('.burger');
      await tab.until(isMenuOpen);
      await tab.pressAt(195, 820);
      await tab.until(() => !document.querySelector('#site-nav')?.matches(':popover-open'));
      await tab.press('.burger');
      await tab.until(isMenuOpen);
      await tab.press('#site-nav a[href="/about"]');
      await tab.until(headingIs, 'About us');
      expect(await tab.run(isMenuOpen)).toBe(false);
    },
  },
  'the dropdown opens by its button and closes at a press elsewhere': {
    width: 1440,
    path: '/about',
    async use(tab) {
      // No mouse above it: as a finger has it.
      await tab.run(() => document.querySelector<HTMLElement>('.nav__toggle')?.click());
      await tab.until(isListShown);
      await tab.press('h1');
      await tab.until(() => !document.querySelector('.nav__drop')?.checkVisibility());
    },
  },
  'the testimonials move on at a press': {
    width: 390,
    path: '/',
    async use(tab) {
      const chosen = () => document.querySelector('.dots [aria-disabled]')?.ariaLabel;
      expect(await tab.run(chosen)).toBe('Show testimonial 1');
      await tab.press('[aria-label="Next testimonial"]');
      await tab.until(
        () => document.querySelector('.dots [aria-disabled]')?.ariaLabel === 'Show testimonial 2',
      );
    },
  },
  'a link inside the site changes the page without a load, and back brings the page back': {
    width: 390,
    path: '/',
    async use(tab) {
      await tab.run(() => void Object.assign(window, { stayed: true }));
      await tab.press('.hero .arrow');
      await tab.until(headingIs, 'Had a Road Accident?');
      expect(await tab.run(() => [location.pathname, 'stayed' in window, scrollY])).toEqual([
        '/accident',
        true,
        0,
      ]);
      await tab.run(() => history.back());
      await tab.until(() => location.pathname === '/' && document.querySelector('.hero') !== null);
    },
  },
  'a link to the form leads exactly there': {
    width: 390,
    path: '/',
    async use(tab) {
      await tab.press('.hero a[href="#contact"]');
      await tab.until(() => {
        const form = document.querySelector('#contact')?.getBoundingClientRect();
        const { scrollPaddingTop } = getComputedStyle(document.documentElement);
        return Math.abs((form?.top ?? 0) - Number.parseFloat(scrollPaddingTop)) < 2;
      });
    },
  },
  'the form says what is missing, then that it was sent': {
    width: 390,
    path: '/contact',
    async use(tab) {
      await tab.press('form [type="submit"]');
      await tab.until(() => document.querySelectorAll('[aria-invalid="true"]').length > 0);
      for (const [name, text] of Object.entries(callbackFields({ name: 'Ada' }))) {
        if (!text) continue;
        await tab.press(`[name="${name}"]`);
        await tab.type(text);
      }
      await tab.press('form [type="submit"]');
      await tab.until(
        (sent) => document.querySelector('[role="status"]')?.textContent === sent,
        CALLBACK_MESSAGES.sent,
      );
    },
  },
  'notes of an accident come to the sheet for print': {
    width: 390,
    path: '/accident',
    async use(tab) {
      await tab.press('#note-registration');
      await tab.type('AB12 CDE');
      await tab.until(() =>
        document.querySelector('.print-sheet')?.textContent.includes('AB12 CDE'),
      );
    },
  },
  'a date that nobody has filled in is marked, for WebKit shows today there': {
    width: 390,
    path: '/accident',
    async use(tab) {
      const empty = () => document.querySelectorAll('#note-date[data-empty="true"]').length;
      expect(await tab.run(empty)).toBe(1);
      await tab.press('.note-pad__group > .btn');
      await expect.poll(() => tab.run(empty)).toBe(0);
    },
  },
  'the page is still there after its window has become narrow at once': {
    width: 1440,
    path: '/',
    async use(tab) {
      await tab.resize(390, 844);
      await tab.until(() => innerWidth === 390);
      await tab.press('.burger');
      await tab.until(isMenuOpen);
    },
  },
};
