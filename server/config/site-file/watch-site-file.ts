import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { describeReadError, readRegularFile } from '../read-regular-file.ts';
import { ConfigError } from '../schemas.ts';

/** Interval between reads. Two of them and the prerendering stay well within the promised 5 s. */
const POLL_MS = 500;

/**
 * Reports every edit of the site file. The text is compared, because the file may be a link that is
 * swapped (a mounted ConfigMap), of which no file system tells. An edit counts once two reads
 * agree: the first may have met an editor that was still writing. An edit that cannot be applied is
 * logged once, by its path in the file, and changes nothing. A new year applies the file again:
 * years of the copyright and of experience are counted to today.
 * @param file its path, and its text when it was read at the start
 * @param deps.onChange throws a ConfigError for an unusable text
 * @param deps.signal stops the watch
 */
export async function watchSiteFile(
  { path, text }: { path: string; text: string },
  deps: { log: Logger; onChange: (text: string) => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const { log, onChange, signal } = deps;
  let lastHandled = text;
  let lastRead = text;
  let year = new Date().getFullYear();
  for (;;) {
    await sleep(POLL_MS, null, { ref: false, signal }).catch(() => {});
    const read = await readRegularFile(path).then(
      String,
      (error) => new ConfigError(describeReadError('SITE_FILE', error)),
    );
    if (signal.aborted) return;
    const previous = lastRead;
    lastRead = String(read);
    const isNewYear = new Date().getFullYear() !== year;
    if ((lastRead === lastHandled && !isNewYear) || lastRead !== previous) continue;
    lastHandled = lastRead;
    year = new Date().getFullYear();
    try {
      if (read instanceof ConfigError) throw read;
      await onChange(read);
      log.info('the site file has changed and its new content is live');
    } catch (error) {
      if (!(error instanceof ConfigError))
        log.error({ err: error }, 'a change to the site file could not be applied');
      else {
        log.error(
          { faults: error.message.split('\n') },
          'the edited site file has faults and was not applied: the site keeps the version before',
        );
      }
    }
  }
}
