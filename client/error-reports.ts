import { browserOptsOut, visitorOptedOut } from '../shared/privacy/analytics-opt-out.ts';
import {
  ERROR_REPORT_TYPE,
  type ErrorReport,
  redactPersonalData,
} from '../shared/privacy/reports.ts';

/** A page that fails again and again says nothing new. */
const MAX_REPORTS_PER_PAGE = 5;
let sent = 0;

/** Tells the site of an error in this page, unless the visitor objects to being measured. */
export function sendErrorReport(event: ErrorEvent | PromiseRejectionEvent): void {
  const error: unknown = 'reason' in event ? event.reason : (event.error ?? event.message);
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  // Extensions run scripts of their own in every page.
  if (sent === MAX_REPORTS_PER_PAGE || !message || stack.includes('-extension://')) return;
  // What the browser gave up by itself, such as the fade into a page that nobody awaits any more.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (browserOptsOut() || visitorOptedOut()) return;
  sent += 1;
  const body: ErrorReport = {
    message: redactPersonalData(message),
    place: /\/static\/[\w./-]+:\d+:\d+/.exec(stack)?.[0] ?? '',
    build: pageBuild(),
    browser: kindOfBrowser(navigator.userAgent),
  };
  fetch('/reports', {
    method: 'POST',
    headers: { 'Content-Type': 'application/reports+json' },
    body: JSON.stringify([{ type: ERROR_REPORT_TYPE, body }]),
    keepalive: true, // the page may be leaving because of the error
  }).catch(() => {});
}

function pageBuild(): string {
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  return /-(\w+)\.js$/.exec(script)?.[1] ?? '';
}

function kindOfBrowser(userAgent: string): ErrorReport['browser'] {
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrome\//.test(userAgent)) return 'chrome';
  return /Safari\//.test(userAgent) ? 'safari' : 'other';
}
