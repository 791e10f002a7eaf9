import { expect } from 'vitest';
import type { Browser } from '../support/browser.ts';

declare global {
  interface Window {
    /** Errors in the page so far. */
    faults: string[];
  }
}

/** Runs in the page, before anything else there. */
function collectFaults(): void {
  window.faults = [];
  const add = (fault: string) => window.faults.push(fault);
  window.addEventListener('error', (event) => add(event.message ?? `not loaded: ${event.target}`), {
    capture: true,
  });
  window.addEventListener('unhandledrejection', ({ reason }) => add(`rejected: ${reason}`));
  document.addEventListener('securitypolicyviolation', (event) =>
    add(`${event.violatedDirective} ${event.blockedURI}`),
  );
  console.error = console.warn = (...words) => add(words.join(' '));
}

/** A page in one of the engines, as a visitor uses it. */
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** @param start starts the engine, with a script to run at the start of every document */
export async function openTab(start: (early: string) => Promise<Browser>) {
  const browser = await start(`(${collectFaults})()`);

  /** Runs a function in the page, where nothing of this file is known. */
  async function run<A extends unknown[], R>(script: (...values: A) => R, ...values: A) {
    const call = `Promise.resolve((${script})(...${JSON.stringify(values)}))`;
    const json = await browser.evaluate(`${call}.then((value) => JSON.stringify(value ?? null))`);
    return JSON.parse(json) as Awaited<R>;
  }
  const until = <A extends unknown[]>(script: (...values: A) => unknown, ...values: A) =>
    expect.poll(() => run(script, ...values), { message: String(script) }).toBeTruthy();
  const hydrated = () =>
    until(() =>
      [document.documentElement, ...document.querySelectorAll('main :is(h1, h2, a, button)')].every(
        (element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')),
      ),
    );
  return {
    run,
    until,
    hydrated,
    resize: browser.resize,
    close: browser.close,
    type: browser.type,
    visit: browser.open,
    /** Opens a page and waits until everything of it is there. */
    async open(url: string) {
      await browser.open(url);
      await hydrated();
      await until(
        () =>
          document.fonts.status === 'loaded' &&
          document
            .getAnimations()
            // What follows the scroll position never ends.
            .filter(({ timeline }) => timeline === document.timeline)
            .every(({ playState }) => playState !== 'running'),
      );
    },
    /** Presses the middle of the first match of a selector, of its first line if it is text. */
    async press(selector: string) {
      const [x, y] = await run((selector) => {
        const element = document.querySelector(selector);
        element?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const [{ left, top, width, height }] = (
          element as Element
        ).getClientRects() as Iterable<DOMRect> as [DOMRect];
        return [left + width / 2, top + height / 2] as const;
      }, selector);
      await browser.press(x, y);
    },
    pressAt: browser.press,
  };
}
