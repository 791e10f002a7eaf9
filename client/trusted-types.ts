import { SERVICE_WORKER_PATH } from '../shared/site/offline.ts';

interface TrustedTypePolicies {
  createPolicy(name: 'default', rules: Record<string, (text: string) => string | null>): unknown;
}

/** The markup with which React creates the element of a data block, such as a page's JSON-LD. */
const REACT_SCRIPT = '<script></script>';

/**
 * Installs the Trusted Types policy: scripts may write no markup, and load no script but the
 * service worker. A text without `<` makes no element. A userscript may have created the one policy
 * that a page can have: then its rules hold.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicies };
  try {
    trustedTypes?.createPolicy('default', {
      createHTML: (html) => (html === REACT_SCRIPT || !html.includes('<') ? html : null),
      createScriptURL: (url) => (url === SERVICE_WORKER_PATH ? url : null),
    });
  } catch {}
}
