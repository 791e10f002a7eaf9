import { SERVICE_WORKER_PATH } from '../shared/site/offline.ts';

interface TrustedTypePolicies {
  createPolicy(name: 'default', rules: Record<string, (text: string) => string | null>): unknown;
}

/** With this React creates the element of a data block, such as a page's JSON-LD. */
const REACT_SCRIPT = '<script></script>';

/**
 * What scripts may write into the page as more than text (Trusted Types): no markup, and no script
 * but the service worker. A text without `<` makes no element. A userscript may have made the one
 * policy that a page can have: then its rules hold.
 */
export function limitMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicies };
  try {
    trustedTypes?.createPolicy('default', {
      createHTML: (html) => (html === REACT_SCRIPT || !html.includes('<') ? html : null),
      createScriptURL: (url) => (url === SERVICE_WORKER_PATH ? url : null),
    });
  } catch {}
}
