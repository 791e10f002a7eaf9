import { attempt } from '../shared/site/attempt.ts';
import { SERVICE_WORKER_PATH } from '../shared/site/offline.ts';

interface TrustedTypePolicies {
  createPolicy(name: 'default', rules: Record<string, (text: string) => string | null>): unknown;
}

/**
 * Installs the Trusted Types policy: scripts may write no markup, and load no script but the
 * service worker. A text without `<` makes no element. A userscript may have created the one policy
 * that a page can have: then its rules hold.
 */
export function installTrustedTypes(): void {
  attempt(() =>
    (window as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
      createHTML: (html) => (html.includes('<') ? null : html),
      createScriptURL: (url) => (url === SERVICE_WORKER_PATH ? url : null),
    }),
  );
}
