import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { CONTENT_FOLDERS, isContentFile } from '../../config/content-kind.ts';
import type { FileKind } from './front-matter.ts';
import type { ParsedEntryFile } from './parse-entry-file.ts';
import { createPictureStore, openInFolder } from './picture-store.ts';
import { UnusableReference } from './unusable-reference.ts';

const MAX_FILE_BYTES = 2_000_000;
/** Each file that is parsed holds its text in several forms: all at once would need 400 MB. */
const MAX_CONCURRENT_FILES = 4;
/** A file that changed less than this ago may still be being written. */
const SETTLE_MS = 300;
/** A file may be away for a moment while another version takes its place. */
const MISSING_MS = 1000;
/** A whole folder may be away while it is mounted again. */
const EMPTY_FOLDER_MS = 30_000;

/** Errors of a folder that is not there, unlike one that cannot be read. */
const ABSENT = new Set<string | undefined>(['ENOENT', 'ENOTDIR']);

/** A file of a post or a page. */
export interface KnownFile {
  path: string;
  kind: FileKind;
  /** Changes whenever the file or one of its pictures does. */
  stamp: string;
  parsed: ParsedEntryFile;
  /** The last version without a fault; null when there was none since the start. */
  shown: ParsedEntryFile | null;
}

/** A file that is new or has changed. */
interface ChangedFile {
  path: string;
  kind: FileKind;
  /** The stamp of the file without its pictures. */
  ownStamp: string;
  isSettled: boolean;
}

/** The result of a look at the folder. */
interface Look {
  /** Paths of the files that came, changed or went. */
  changed: string[];
  /** True when a change has been seen that counts only at the next look. */
  isUnsettled: boolean;
}

const UNCHANGED: Look = { changed: [], isUnsettled: false };

/** The posts and pages of a folder as their files say, brought up to date by each look. */
export class ContentFolder {
  readonly pictures;
  readonly #root: string;
  readonly #now: () => number;
  readonly #modifiedAt: Date | null;
  #files = new Map<string, KnownFile>();
  readonly #missingSince = new Map<string, number>();
  #emptySince: number | null = null;
  #looking: Promise<Look> | undefined;
  #hasLooked = false;

  /**
   * @param options.now milliseconds since 1970
   * @param options.modifiedAt the date of every file, when those of the file system mean nothing
   */
  constructor(root: string, options: { now?: () => number; modifiedAt?: Date } = {}) {
    this.#root = root;
    this.#now = options.now ?? Date.now;
    this.#modifiedAt = options.modifiedAt ?? null;
    this.pictures = createPictureStore(root);
  }

  get files(): ReadonlyMap<string, KnownFile> {
    return this.#files;
  }

  /** Brings the files up to date, once for all callers meanwhile. */
  look(): Promise<Look> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#hasLooked = true;
    });
    return this.#looking;
  }

  async #look(): Promise<Look> {
    const found = await this.#list();
    if (this.#mayBeAway(found)) return UNCHANGED;
    const files = await Promise.all(found.map(([path, kind]) => this.#examine(path, kind)));
    const changed = files.filter((file) => file !== null);
    const settled = changed.filter(({ isSettled }) => isSettled);
    const queue = new PQueue({ concurrency: MAX_CONCURRENT_FILES });
    await queue.addAll(settled.map((file) => () => this.#load(file)));
    const missing = this.#forgetMissing(new Set(found.map(([path]) => path)));
    return {
      changed: [...settled.map(({ path }) => path), ...missing.changed],
      isUnsettled: missing.isUnsettled || settled.length < changed.length,
    };
  }

  async #list(): Promise<[path: string, kind: FileKind][]> {
    const lists = await Promise.all(
      Object.entries(CONTENT_FOLDERS).map(async ([kind, folder]) => {
        const names = await this.#readNames(folder);
        return names
          .filter((name) => isContentFile(name))
          .map((name): [string, FileKind] => [`${folder}/${name}`, kind as FileKind]);
      }),
    );
    return lists.flat();
  }

  /** Returns the names in a folder. One that cannot be read at the moment keeps its files. */
  async #readNames(folder: string): Promise<string[]> {
    try {
      return await readdir(join(this.#root, folder));
    } catch (error) {
      if (ABSENT.has((error as NodeJS.ErrnoException).code)) return [];
      const own = [...this.#files.keys()].filter((path) => path.startsWith(`${folder}/`));
      return own.map((path) => path.slice(folder.length + 1));
    }
  }

  /** Tells whether every file is gone so suddenly that the folder is probably not mounted. */
  #mayBeAway(found: readonly unknown[]): boolean {
    if (found.length > 0 || this.#files.size === 0) {
      this.#emptySince = null;
      return false;
    }
    this.#emptySince ??= this.#now();
    return this.#now() - this.#emptySince < EMPTY_FOLDER_MS;
  }

  /** Forgets files that have been away for a while. */
  #forgetMissing(found: ReadonlySet<string>): Look {
    const look: Look = { changed: [], isUnsettled: false };
    for (const path of found) this.#missingSince.delete(path);
    for (const path of this.#files.keys()) {
      if (found.has(path)) continue;
      const since = this.#missingSince.get(path) ?? this.#now();
      this.#missingSince.set(path, since);
      if (found.size > 0 && this.#now() - since < MISSING_MS) look.isUnsettled = true;
      else {
        this.#files.delete(path);
        this.#missingSince.delete(path);
        look.changed.push(path);
      }
    }
    return look;
  }

  /** Returns a file that has changed since the last look; null for any other. */
  async #examine(path: string, kind: FileKind): Promise<ChangedFile | null> {
    const known = this.#files.get(path);
    const status = await stat(join(this.#root, path)).catch(() => null);
    const ownStamp = status ? `${status.size} ${status.mtimeMs} ${status.ino}` : 'unreadable';
    const stamp = await this.#stampOf(ownStamp, known?.parsed.pictures ?? []);
    if (known?.stamp === stamp) return null;
    const age = this.#now() - (status?.mtimeMs ?? 0);
    const isBeingWritten = this.#hasLooked && age >= 0 && age < SETTLE_MS;
    return { path, kind, ownStamp, isSettled: !isBeingWritten };
  }

  async #load({ path, kind, ownStamp }: ChangedFile): Promise<void> {
    const parsed = await this.#parse(path, kind);
    const shown = parsed.faults.length === 0 ? parsed : (this.#files.get(path)?.shown ?? null);
    const stamp = await this.#stampOf(ownStamp, parsed.pictures);
    this.#files.set(path, { path, kind, stamp, parsed, shown });
  }

  async #stampOf(ownStamp: string, pictures: readonly string[]): Promise<string> {
    const stamps = await Promise.all(pictures.map((path) => this.pictures.stampOf(path)));
    return [ownStamp, ...stamps].join('|');
  }

  async #parse(path: string, kind: FileKind): Promise<ParsedEntryFile> {
    const { pictures } = this;
    // Markdown and YAML cost a start time: sites with a content service need neither.
    const { parseEntryFile } = await import('./parse-entry-file.ts');
    try {
      const file = await openInFolder(this.#root, path);
      const { size, mtime } = await stat(file);
      if (size > MAX_FILE_BYTES) throw new UnusableReference('is larger than 2 MB');
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
      const modifiedAt = this.#modifiedAt ?? mtime;
      return await parseEntryFile({ path, kind, text, modifiedAt, pictures });
    } catch (error) {
      const modifiedAt = new Date(this.#now());
      const unread = await parseEntryFile({ path, kind, text: '', modifiedAt, pictures });
      return { ...unread, faults: [{ line: 1, text: `The file ${describeReadError(error)}.` }] };
    }
  }
}

function describeReadError(error: unknown): string {
  if (error instanceof UnusableReference) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? 'has characters that are not UTF-8: save it with this encoding'
    : `cannot be read (${code ?? name})`;
}
