import type { Page } from '@playwright/test';
import { expect, test } from '../console.ts';
import { testEveryPage, WIDTHS } from '../every-page.ts';
import { axeFindings } from './axe-findings.ts';

test.use({ hasTouch: true });

/**
 * Lists controls smaller than 24 px, and controls used at the roadside that are less than 44 px
 * high.
 */
function tooSmall(): string[] {
  const faults: string[] = [];
  for (const control of document.querySelectorAll('a, button, input, textarea, summary')) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('.vh, .skip, [inert], [type="hidden"]')) continue;
    const target = control.closest('label') ?? control;
    const { width, height } = target.getBoundingClientRect();
    const isButton = target.matches('.btn, .burger, .round, .nav__link, .tel, summary, input');
    const inSentence = !isButton && control.parentElement?.closest('p, li, dd, address, label');
    const sentence = inSentence ? inSentence.textContent.trim() : '';
    if (sentence.length > (control.textContent?.trim().length ?? 0)) continue;
    if (Math.min(width, height) < (isButton ? 44 : 24))
      faults.push(`${control.outerHTML.slice(0, 90)} ${Math.round(width)} x ${Math.round(height)}`);
  }
  return faults;
}

/** Follows each link within the page, and lists targets that header or bar covers. */
async function coveredTargets(): Promise<string[]> {
  const faults: string[] = [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]:not(.skip)')) {
    const target = document.getElementById(link.hash.slice(1));
    if (!target) {
      faults.push(`${link.hash} is not there`);
      continue;
    }
    scrollTo(0, 0);
    link.click();
    // The bar hears of what is in view in one of the next frames.
    for (let frame = 0; frame < 4; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const { top, height } = target.getBoundingClientRect();
    for (const cover of document.querySelectorAll('.header, .callbar')) {
      if (getComputedStyle(cover).visibility !== 'visible') continue;
      const box = cover.getBoundingClientRect();
      if (box.height > 0 && top < box.bottom - 1 && top + Math.min(height, 44) > box.top + 1)
        faults.push(`${link.hash} is under ${cover.className}`);
    }
    if (top < 0 || top > innerHeight - 44) faults.push(`${link.hash} is off the screen`);
  }
  return faults;
}

/**
 * Lists buttons and cards that forced colours leave without an edge, or with an edge but no room
 * within. Runs in the page.
 */
function withoutEdge(): string[] {
  const parts = document.querySelectorAll(
    '.btn, .card, .call-card, .form-card, .plate, .tile, .sign',
  );
  return [...parts]
    .filter((part) => {
      const { borderTopStyle, paddingLeft } = getComputedStyle(part);
      const isTight = part.matches('.card:not(.model)') && paddingLeft === '0px';
      return borderTopStyle === 'none' || isTight;
    })
    .map((part) => part.outerHTML);
}

const moving = () =>
  document.getAnimations().filter(({ playState }) => playState === 'running').length;

async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await axeFindings(page), `axe at ${width} px`).toEqual([]);
  }
  expect.soft(await page.evaluate(moving), 'moves by itself').toBe(0);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await page.evaluate(tooSmall), `too small at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 640 });
  expect.soft(await page.evaluate(coveredTargets), 'what links point to').toEqual([]);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  expect.soft(await page.evaluate(withoutEdge), 'in forced colours').toEqual([]);
}

testEveryPage(
  (path) =>
    `axe finds nothing on ${path}; nothing moves by itself, no control is too small or covered, and forced colours leave an edge`,
  expectAccessible,
);
