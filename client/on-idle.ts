import { attempt } from '../shared/site/attempt.ts';

/** Events of a visitor who starts to use more than links and forms, which need no scripts. */
const INTERACTION_EVENTS = ['click', 'keydown', 'focusin'] as const;

/** Longest wait for an idle moment after the page has loaded. */
const IDLE_TIMEOUT_MS = 2000;

/** Calls back once the page has loaded and the browser is idle, or after a timeout. */
export function onIdle(start: () => void): void {
  const idle = () => {
    // Safari has no requestIdleCallback.
    if (!attempt(() => requestIdleCallback(start, { timeout: IDLE_TIMEOUT_MS })))
      setTimeout(start, 200);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/**
 * Calls back once the whole document is there, and the page has loaded and the browser is idle, or
 * somebody uses more than a link or a form. The document must be whole because a page streamed
 * around a slow content service goes on arriving.
 */
export function onIdleOrInteraction(start: () => void): void {
  let started = false;
  const startOnce = (sign?: Event) => {
    if (started || (sign?.target as Element | undefined)?.closest('a, form')) return;
    started = true;
    for (const sign of INTERACTION_EVENTS) removeEventListener(sign, startOnce, true);
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', start, { once: true });
    else start();
  };
  for (const sign of INTERACTION_EVENTS)
    addEventListener(sign, startOnce, { capture: true, passive: true });
  onIdle(() => startOnce());
}
