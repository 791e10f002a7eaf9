import { cutText } from '../cut-text.ts';
import type { RouteId } from '../routes.ts';

/** The kinds of browser that errors are counted by. */
export const BROWSER_KINDS = ['chrome', 'firefox', 'safari', 'other'] as const;

/** An error in a page, as the body of a browser's report (Reporting API, section 3.5). */
export interface ErrorReport {
  message: string;
  /** Path, line and column, such as `/static/js/Home-ABCD1234.js:1:2345`; empty where not known. */
  place: string;
  /** The hash in the name of the page's script, which tells the build. */
  build: string;
  browser: (typeof BROWSER_KINDS)[number];
}

/** Type of such a report, beside the browsers' own. */
export const ERROR_REPORT_TYPE = 'script-error';

/** The limit in characters at which a message is cut. */
export const MAX_MESSAGE_LENGTH = 200;

/**
 * Returns a message without possibly personal parts: quoted words, queries and fragments of URLs,
 * e-mail addresses and long numbers.
 */
export function redactPersonalData(message: string): string {
  const redacted = message
    .replace(/\bhttps?:\/\/[^/\s]+(\/[^\s?#)]*)?[^\s)]*/g, '$1')
    .replace(/(?<!\w)(["'`])(?:(?!\1).)*\1?/gs, '…')
    .replace(/[“‘«][^”’»]*[”’»]?/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\+?\d[\d\s()-]{4,}\d/g, '…');
  return cutText(redacted, MAX_MESSAGE_LENGTH);
}

/** An action on a page that is counted, without who did it or what else they did. */
export interface VisitorAction {
  name: 'call' | 'step' | 'form-begun' | 'form-sent';
  page: RouteId;
  /** The `tel:` or WhatsApp address that was tapped, or the step that was ticked. */
  of?: string;
}
