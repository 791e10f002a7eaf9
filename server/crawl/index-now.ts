import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { postPath } from '../../shared/addresses.ts';

/** Whoever takes part passes on to the others what it is told. */
const ENDPOINT = 'https://api.indexnow.org/indexnow';
const TIMEOUT_MS = 10_000;
/** Before the second and the third try, which is the last. */
const PAUSES_MS = [10_000, 60_000];
/** The protocol takes no more addresses at once. */
const ADDRESS_LIMIT = 10_000;

interface IndexNowParts {
  siteUrl: string;
  key: string;
  log: Logger;
  endpoint?: string;
  pausesMs?: readonly number[];
}

/** Where search engines look the key up: who can put a file there owns the site. */
export function keyPath(key: string): string {
  return `/${key}.txt`;
}

/**
 * Tells search engines that posts were published, changed or taken down (https://www.indexnow.org).
 * Settles when they were told or that was given up, which is logged and fails nothing: they find
 * out by the sitemap.
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
    await rest?.cancel();
    if (status === 200 || status === 202) return null;
    return { reason: `status ${status}`, isFinal: status < 500 && status !== 429 };
  } catch (error) {
    return { reason: (error as Error).name, isFinal: false };
  }
}
