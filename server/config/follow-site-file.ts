import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from './checks.ts';
import { type Config, withSiteFile } from './config.ts';
import { unreadable } from './read-site-file.ts';

const POLL_MS = 1000;

/**
 * Takes in every edit of the site file. Its text is compared, because the file may be a link that is
 * swapped (a mounted ConfigMap), of which no file system tells. An edit counts once two reads agree:
 * the first may have met an editor that was still writing. What cannot be taken in is logged once,
 * by its path in the file, and changes nothing.
 * @param takeIn throws a ConfigError for what the configuration alone cannot tell
 * @returns a function that stops it
 */
export function followSiteFile(parts: {
  config: Config;
  log: Logger;
  takeIn: (next: Config) => Promise<void>;
}): () => void {
  const { config, log, takeIn } = parts;
  const closing = new AbortController();
  if (config.siteFile) void follow(config.siteFile, closing.signal);
  return () => closing.abort();

  async function follow(file: { path: string; text: string }, signal: AbortSignal) {
    let handled = file.text;
    let seen = handled;
    for (;;) {
      await sleep(POLL_MS, null, { ref: false, signal }).catch(() => {});
      const { text = '', fault = '' } = await readFile(file.path, 'utf8').then(
        (text) => ({ text, fault: undefined }),
        (error) => ({ text: undefined, fault: unreadable(error) }),
      );
      if (signal.aborted) return;
      const before = seen;
      seen = fault + text;
      if (seen === handled || seen !== before) continue;
      handled = seen;
      try {
        if (fault) throw new ConfigError(fault);
        await takeIn(withSiteFile(config, text));
        log.info('the site file was edited, and the site shows what it says now');
      } catch (error) {
        if (!(error instanceof ConfigError)) log.error({ err: error }, 'an edit was not taken in');
        else {
          const faults = error.message.split('\n');
          log.error({ faults }, 'the site file was edited and cannot be used: nothing changes');
        }
      }
    }
  }
}
