import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { guarded } from '../ops/timers.ts';
import { type Config, withSiteFile } from './config.ts';
import { ConfigError } from './error.ts';
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
export function followSiteFile({
  config,
  log,
  takeIn,
}: {
  config: Config;
  log: Logger;
  takeIn: (next: Config) => Promise<void>;
}): () => void {
  const { siteFile } = config;
  if (!siteFile) return () => {};
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let handled = siteFile.text;
  let seen = handled;

  async function look({ path }: { path: string }): Promise<void> {
    const { text = '', fault = '' } = await readFile(path, 'utf8').then(
      (text) => ({ text, fault: undefined }),
      (error) => ({ text: undefined, fault: unreadable(error) }),
    );
    const before = seen;
    seen = fault + text;
    if (seen === handled || seen !== before || isStopped) return;
    handled = seen;
    try {
      if (fault) throw new ConfigError(fault);
      await takeIn(withSiteFile(config, text));
      log.info('the site file was edited, and the site shows what it says now');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const faults = error.message.split('\n');
      log.error({ faults }, 'the site file was edited and cannot be used: nothing changes');
    }
  }

  function lookLater(): void {
    if (isStopped) return;
    timer = setTimeout(
      guarded(() => look(siteFile as { path: string }).finally(lookLater)),
      POLL_MS,
    ).unref();
  }

  lookLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
