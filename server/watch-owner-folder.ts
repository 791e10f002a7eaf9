import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { CONTENT_FOLDERS } from './config/content-kind.ts';
import { createSiteFileLook } from './config/site-file/watch-site-file.ts';
import type { OwnerFolder, SiteContentDeps } from './content/create-content.ts';
import { issuesOfFile } from './content/folder/folder-source.ts';
import type { EditorNotifier } from './content/webhook.ts';
import { watchFolders } from './ops/watch-folders.ts';

/**
 * Watches everything in the owner's folder: the site file with its pictures, posts and pages. An
 * edit is on the site within 5 s.
 */
export async function watchOwnerFolder(
  config: Config,
  deps: {
    log: Logger;
    owner: OwnerFolder;
    notifyEditors: EditorNotifier;
    signal: AbortSignal;
    /** Returns the parts of the site as they are now. */
    getLive: () => Pick<SiteContentDeps, 'contentKind' | 'content'>;
    /** Puts an edited site file into effect; throws a ConfigError for an unusable one. */
    applySiteFile: (text: string) => Promise<void>;
    /** Makes the folder the source of posts and pages. */
    switchToFolder: () => Promise<void>;
  },
): Promise<void> {
  const { log, owner, notifyEditors, signal, getLive, applySiteFile, switchToFolder } = deps;
  const lookAtSiteFile = await createSiteFileLook(config, { log, onChange: applySiteFile });
  const folders = ['', 'photos', ...Object.values(CONTENT_FOLDERS)];
  /** The issues of each file with some, as editors were last told of them. */
  const reported = new Map<string, string>();

  async function lookAtContent(): Promise<boolean> {
    if (getLive().contentKind === 'service') return false;
    const { changed, isUnsettled } = await owner.folder.look();
    if (getLive().contentKind !== 'folder' && owner.folder.files.size > 0) await switchToFolder();
    if (getLive().contentKind !== 'folder' || changed.length === 0) return isUnsettled;
    await Promise.all(changed.map(publish));
    log.info({ files: changed }, 'files of the folder have changed and are live');
    return isUnsettled;
  }

  /** Puts a changed file on the site, and tells editors once what of it readers do not see. */
  async function publish(path: string): Promise<void> {
    const { content } = getLive();
    const change = { kind: 'publish', type: 'Entry', id: path, revision: null } as const;
    const issuesOfShown = await content.followChange(change);
    const file = owner.folder.files.get(path);
    if (!file) return void reported.delete(path);
    // The version that is shown in place of one with a fault has been told of already.
    const issues = issuesOfFile(file).concat(file.parsed.faults.length > 0 ? [] : issuesOfShown);
    // Of an entry that is not shown at all the log has a line.
    const isLogged = content.snapshot.rejected.some(({ id }) => id === path);
    const report = JSON.stringify(issues);
    if (issues.length === 0) reported.delete(path);
    else if (reported.get(path) !== report) {
      reported.set(path, report);
      notifyEditors(path, issues, { isLogged });
    }
  }

  await watchFolders(
    folders.map((folder) => join(config.siteDir, folder)),
    async () => {
      const looks = [lookAtSiteFile(), lookAtContent()];
      const results = await Promise.allSettled(looks);
      for (const result of results)
        if (result.status === 'rejected')
          log.error({ err: result.reason }, 'a change in the folder could not be applied');
      return results.some((result) => result.status === 'fulfilled' && result.value);
    },
    signal,
  );
}
