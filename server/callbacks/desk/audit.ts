import type { Logger } from 'pino';
import type { StoredCallback } from '../store.ts';

/** So many are remembered; then all of them are forgotten, and said once more. */
const SEEN_LIMIT = 10_000;

/** Says in the log who of the staff saw, changed and erased which request, by its id alone. */
export function createAudit(log: Logger) {
  const known = new Set<string>();
  return {
    /** A list that refreshes itself says each request once to each person. */
    seen(by: string, requests: readonly StoredCallback[]): void {
      const keyOf = ({ id }: StoredCallback) => `${id} ${by}`;
      const fresh = requests.filter((request) => !known.has(keyOf(request)));
      if (fresh.length === 0) return;
      if (known.size > SEEN_LIMIT) known.clear();
      for (const request of fresh) known.add(keyOf(request));
      log.info({ by, ids: fresh.map(({ id }) => id) }, 'callback requests seen at the desk');
    },
    /** @param action one of the desk's own words */
    changed(by: string, action: string, id: string): void {
      log.info({ by, action, id }, 'callback request changed at the desk');
    },
    downloaded(by: string): void {
      log.info({ by }, 'all callback requests downloaded at the desk');
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;
