import type { Logger } from 'pino';
import { postPath } from '../../shared/addresses.ts';

/** Search engines that take part pass on what they are told to the others. */
const ENDPOINT = 'https://api.indexnow.org/indexnow';
const TIMEOUT_MS = 10_000;
/** The protocol's maximum of addresses per message. */
const ADDRESS_LIMIT = 10_000;

/** Where search engines check the key: whoever can put a file there controls the site. */
export const keyPath = (key: string) => `/${key}.txt`;

/**
 * Tells search engines that posts were published, changed or taken down (https://www.indexnow.org).
 * A failure is logged and fails nothing: the sitemap tells them later.
 */
export function createIndexNow(parts: {
  siteUrl: string;
  key: string;
  log: Logger;
  endpoint?: string;
}) {
  const { siteUrl, key, log, endpoint = ENDPOINT } = parts;
  return async function tell(slugs: Iterable<string>): Promise<void> {
    const known = [...slugs].slice(0, ADDRESS_LIMIT);
    const addresses = known.length;
    if (addresses === 0) return;
    const couldNot = (reason: string) =>
      log.warn({ addresses, reason }, 'search engines could not be told');
    try {
      const urlList = known.map((slug) => siteUrl + postPath(slug));
      const keyLocation = siteUrl + keyPath(key);
      const { status, body } = await fetch(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ host: new URL(siteUrl).host, key, keyLocation, urlList }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      body?.cancel().catch(() => {});
      if (status !== 200 && status !== 202) couldNot(`status ${status}`);
      else log.info({ addresses }, 'search engines were told of changed posts');
    } catch (error) {
      couldNot((error as Error).name);
    }
  };
}
