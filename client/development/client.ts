import { isHydrated, update } from './modules.ts';
import { show } from './overlay.ts';
import type { DevState } from './state.ts';

export { define, start } from './modules.ts';

// The state that this page was made in.
let state = JSON.parse(
  document.querySelector<HTMLElement>('script[data-dev]')?.dataset.dev ?? '{}',
) as DevState;
let thrown: string[] = [];
let queue: Promise<unknown> = Promise.resolve();

new EventSource('/@dev/events').onmessage = ({ data }) => {
  queue = queue.then(() => follow(JSON.parse(data))).catch(report);
};

async function follow(next: DevState): Promise<void> {
  const before = state;
  state = next;
  if (next.modules !== before.modules) thrown = [];
  show([...state.problems, ...thrown]);
  // A page without the site's script cannot change by itself: the error page, or a form's answer.
  const fixed = next.site !== before.site && !isHydrated();
  if (next.session !== before.session || next.pages !== before.pages || fixed) location.reload();
  else {
    if (next.styles !== before.styles) replaceStyles(next.styles);
    if (!(await update(next.modules))) location.reload();
  }
}

/** The page's rules as they are now, and no others. */
function replaceStyles(version: string): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/@dev/site.css?version=${version}`;
  link.onload = () => {
    for (const sheet of document.styleSheets) if (sheet !== link.sheet) sheet.disabled = true;
  };
  document.head.append(link);
}

async function report(error: unknown): Promise<void> {
  if (!(error instanceof Error)) return;
  const answer = await fetch('/@dev/trace', { method: 'POST', body: error.stack ?? String(error) });
  const problem = await answer.text();
  if (!thrown.includes(problem)) thrown.push(problem);
  show([...state.problems, ...thrown]);
}

addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
// How React tells of an error that a boundary of the site has caught.
const log = console.error;
console.error = (...parts) => {
  log(...parts);
  parts.forEach(report);
};
