import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { readRegularFile } from '../read-regular-file.ts';
import { toMissingText } from './load-site-file.ts';
import { locateSiteFile } from './locate-site-file.ts';

/** The site file as it was read, or why it could not be, and the pictures beside it. */
interface Version {
  text: string;
  issue?: string;
  pictures: string;
}

/**
 * Creates a look for edits of the site file and of the pictures beside it. The text is compared,
 * because the file may be a link that is swapped (a mounted ConfigMap), of which no file system
 * tells. An edit counts once two looks agree: the first may have met an editor that was still
 * writing. An edit that cannot be applied is logged once, by its path in the file, and changes
 * nothing. A new year applies the file again: years of the copyright and of experience are counted
 * to today.
 * @param deps.onChange throws a ConfigError for an unusable text
 * @returns a function that tells whether the next look should be soon
 */
export async function createSiteFileLook(
  config: Config,
  deps: { log: Logger; onChange: (text: string) => Promise<void> },
): Promise<() => Promise<boolean>> {
  const { log, onChange } = deps;
  const isNamed = config.siteFileName !== undefined;
  let { siteFileText: text } = config;
  let lastHandled = JSON.stringify({ text, pictures: await describePictures(config) });
  let lastRead = lastHandled;
  let year = new Date().getFullYear();

  return async () => {
    // A file that is gone is an issue: its folder may only be mounted anew.
    const version = await readVersion(config, isNamed || text !== '');
    const previous = lastRead;
    lastRead = JSON.stringify(version);
    const isNewYear = new Date().getFullYear() !== year;
    if (lastRead === lastHandled && !isNewYear) return false;
    if (lastRead !== previous) return true;
    lastHandled = lastRead;
    year = new Date().getFullYear();
    try {
      if (version.issue) throw new ConfigError(version.issue);
      await onChange(version.text);
      text = version.text;
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
    return false;
  };
}

async function readVersion(config: Config, isRequired: boolean): Promise<Version> {
  const read = await readRegularFile(pathOf(config)).then(
    (bytes) => ({ text: bytes.toString() }),
    (error: NodeJS.ErrnoException) => toMissingText(error, isRequired),
  );
  return { ...read, pictures: await describePictures(config) };
}

const pathOf = ({ siteDir, siteFileName }: Config) => locateSiteFile(siteDir, siteFileName);

/** Returns the names, sizes and times of the mark and the photos. */
async function describePictures(config: Config): Promise<string> {
  const folder = dirname(pathOf(config));
  const folders = [folder, join(folder, 'photos')];
  const files = await Promise.all(folders.map((each) => readdir(each).catch(() => [])));
  const pictures = folders.flatMap((each, index) =>
    (files[index] ?? [])
      .filter((name) => /\.(svg|png|webp)$/i.test(name))
      .map((name) => join(each, name)),
  );
  const stats = await Promise.all(pictures.map((file) => stat(file).catch(() => null)));
  return pictures
    .map((file, index) => `${file} ${stats[index]?.size} ${stats[index]?.mtimeMs}`)
    .sort()
    .join('\n');
}
