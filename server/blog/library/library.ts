import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import type { BlogSource } from '../source/source.ts';
import { createFixedLibrary } from './fixed-library.ts';
import { LiveLibrary } from './live-library.ts';
import type { KnownPost, ListLookup, PostLookup } from './lookup.ts';

export type { ListLookup, PostLookup } from './lookup.ts';

/** What an editor did, as far as the webhook tells. */
export interface ContentChange {
  kind: 'publish' | 'unpublish' | 'delete';
  entryId?: string;
  /** Slugs that the entry has now, one for each language. */
  slugs?: string[];
}

/** The blog as the pages see it. One object owns how fresh it is; nothing here rejects. */
export interface BlogLibrary {
  /**
   * With any copy known it is returned at once, and renewed behind the visitor's back when it is
   * older than the TTL. A promise only when nothing is known and a call is made; it settles within
   * the content deadline.
   * @param page 1 is `/blogs`
   */
  list(page: number): ListLookup | Promise<ListLookup>;
  post(slug: string): PostLookup | Promise<PostLookup>;
  /**
   * Version of what `list` would return now, null when nothing is known. Cheap; renews stale
   * content like `list`.
   */
  listVersion(page: number): string | null;
  postVersion(slug: string): string | null;
  /**
   * Every known post, newest first. Asking for it also fetches, behind the asker's back, list pages
   * that are not known yet.
   */
  known(): readonly KnownPost[];
  /** True while the service fails by silence, so that waiting for it costs time. */
  hanging(): boolean;
  /** When asking again makes sense; whole seconds, at least 1. */
  retryAfterSeconds(): number;
  /** Fetches again at once, after an editor's change. Resolves when that is done or has failed. */
  refresh(change?: ContentChange): Promise<void>;
  /**
   * Reads the copy on disk, then fetches the list in the background: nothing waits for the content
   * service.
   */
  start(): void;
  /** Ends timers and writes the copy on disk. */
  stop(): Promise<void>;
}

export interface LibraryParts {
  source: BlogSource;
  ttlSeconds: number;
  /** Null: no copy on disk. */
  dataDir: string | null;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds of a clock that does not go back. */
  now?: () => number;
  /** From 0 up to 1. */
  random?: () => number;
}

export function createLibrary(parts: LibraryParts): BlogLibrary {
  return parts.source.fixed ? createFixedLibrary(parts.source.fixed) : new LiveLibrary(parts);
}
