import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Post } from '../../../shared/blog/post.ts';
import { isRecord } from '../source/record.ts';

/** A page of the list, or, with page 0, a post that was asked for by itself. */
interface KeptContent {
  page: number;
  total: number;
  posts: Post[];
}

/** Raised when the shape of a kept post changes: older copies are then not read. */
const FORMAT = 1;
const FILE = /^(?:list-\d+|post-[0-9a-f]{32})\.json$/;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/**
 * The last good content on disk, so that a restart during an outage serves it. A file for each list
 * page and each single post, written whole beside its place and moved there; its first line is the
 * checksum of the rest, so that a damaged one is not read.
 */
export class DiskCopy {
  readonly #folder: string;
  readonly #source: string;
  readonly #log: Logger;
  /** Content to write, or null for a file to remove, by file name: the latest wins. */
  readonly #pending = new Map<string, KeptContent | null>();
  #writing: Promise<void> = Promise.resolve();
  #failing = false;

  /** @param source identity of the place the content is from: that of another one is not read */
  constructor({ dataDir, source, log }: { dataDir: string; source: string; log: Logger }) {
    this.#folder = join(dataDir, 'blog');
    this.#source = source;
    this.#log = log;
  }

  /**
   * Everything usable, single posts first, then the list pages from the last to the first. Never
   * throws.
   */
  read(): KeptContent[] {
    let names: string[];
    try {
      mkdirSync(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      names = readdirSync(this.#folder).filter((name) => FILE.test(name));
    } catch (error) {
      this.#complain(error);
      return [];
    }
    const kept = names.map((name) => this.#readFile(name)).filter((content) => content !== null);
    return kept.sort((a, b) => Number(a.page > 0) - Number(b.page > 0) || b.page - a.page);
  }

  keepList(content: KeptContent): void {
    this.#put(`list-${content.page}.json`, content);
  }

  keepPost(post: Post): void {
    this.#put(fileOfPost(post.slug), { page: 0, total: 0, posts: [post] });
  }

  dropList(page: number): void {
    this.#put(`list-${page}.json`, null);
  }

  dropPost(slug: string): void {
    this.#put(fileOfPost(slug), null);
  }

  /** Resolves when everything asked for so far is written, or could not be. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #put(name: string, content: KeptContent | null): void {
    if (this.#pending.size === 0) this.#writing = this.#writing.then(() => this.#writeAll());
    this.#pending.set(name, content);
  }

  async #writeAll(): Promise<void> {
    for (const [name, content] of this.#pending) {
      try {
        if (content) await this.#writeFile(name, content);
        else await unlink(join(this.#folder, name)).catch(ignoreMissing);
        this.#failing = false;
      } catch (error) {
        this.#complain(error);
      }
      // What was put meanwhile comes later in this same loop.
      if (this.#pending.get(name) === content) this.#pending.delete(name);
    }
    if (this.#pending.size > 0) await this.#writeAll();
  }

  async #writeFile(name: string, content: KeptContent): Promise<void> {
    const body = JSON.stringify({ format: FORMAT, source: this.#source, ...content });
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const path = join(this.#folder, name);
    const file = await open(`${path}.new`, 'w', OWNER_ONLY_FILE);
    try {
      await file.writeFile(`${checksum(body)}\n${body}`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  }

  #readFile(name: string): KeptContent | null {
    try {
      const text = readFileSync(join(this.#folder, name), 'utf8');
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      if (text.slice(0, end) !== checksum(body)) {
        this.#log.warn({ file: name }, 'a kept copy of the blog is damaged and was not read');
        return null;
      }
      const content: unknown = JSON.parse(body);
      const ours =
        isRecord(content) && content.format === FORMAT && content.source === this.#source;
      return ours
        ? {
            page: content.page as number,
            total: content.total as number,
            posts: content.posts as Post[],
          }
        : null;
    } catch (error) {
      this.#complain(error);
      return null;
    }
  }

  /** Once until something works again: a read-only disk is no news each minute. */
  #complain(error: unknown): void {
    if (!this.#failing)
      this.#log.warn({ err: error }, 'the copy of the blog on disk cannot be used');
    this.#failing = true;
  }
}

function fileOfPost(slug: string): string {
  return `post-${createHash('sha256').update(slug).digest('hex').slice(0, 32)}.json`;
}

function checksum(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
