import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { postPath } from '../../shared/addresses.ts';

/** Search engines that take part pass on what they are told to the others. */
const ENDPOINT = 'https://api.indexnow.org/indexnow';
const TIMEOUT_MS = 10_000;
/** Pauses before the second and the third, last try. */
const PAUSES_MS = [10_000, 60_000];
/** The protocol's maximum of addresses per message. */
const ADDRESS_LIMIT = 10_000;

interface IndexNowParts {
  siteUrl: string;
  key: string;
  log: Logger;
  endpoint?: string;
  pausesMs?: readonly number[];
}

/** Where search engines check the key: whoever can put a file there controls the site. */
export function keyPath(key: string): string {
  return `/${key}.txt`;
}

/**
 * Tells search engines that posts were published, changed or taken down (https://www.indexnow.org).
 * Resolves once they were told or it gave up. Giving up is logged and fails nothing: the sitemap
 * tells them later.
 */
export function createIndexNow(parts: IndexNowParts) {
  const { siteUrl, key, log, endpoint = ENDPOINT, pausesMs = PAUSES_MS } = parts;
  return async function tell(slugs: Iterable<string>): Promise<void> {
    const urlList = [...slugs].slice(0, ADDRESS_LIMIT).map((slug) => siteUrl + postPath(slug));
    if (urlList.length === 0) return;
    const keyLocation = siteUrl + keyPath(key);
    const body = JSON.stringify({ host: new URL(siteUrl).host, key, keyLocation, urlList });
    for (let tries = 0; ; tries += 1) {
      const failure = await post(endpoint, body);
      if (failure === null) {
        log.info({ addresses: urlList.length }, 'search engines were told of changed posts');
        return;
      }
      const pause = pausesMs[tries];
      if (failure.isFinal || pause === undefined) {
        const { reason } = failure;
        log.warn({ addresses: urlList.length, reason }, 'search engines could not be told');
        return;
      }
      await sleep(pause, undefined, { ref: false });
    }
  };
}

async function post(endpoint: string, body: string) {
  try {
    const { status, body: rest } = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    rest?.cancel().catch(() => {});
    if (status === 200 || status === 202) return null;
    return { reason: `status ${status}`, isFinal: status < 500 && status !== 429 };
  } catch (error) {
    return { reason: (error as Error).name, isFinal: false };
  }
}
