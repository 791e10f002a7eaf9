import type { RejectedEntry, Revisions } from './contentful/source.ts';
import type { PostRecord } from './post-record.ts';
import { Published } from './published.ts';
import type { SlugHistory } from './slug-history.ts';

/** The result of one read of the content service. */
export interface FetchedContent {
  posts: readonly PostRecord[];
  rejected: readonly RejectedEntry[];
  /** Revisions of the entries, which tell whether anything has changed since. */
  revisions: Revisions;
  /** The time of the read in milliseconds since 1970; later than every read before it. */
  readAt: number;
}

/** The slug histories of the types whose entries have addresses. */
export interface SlugHistories {
  posts: SlugHistory;
}

/**
 * Everything that is known of the content at one moment. It never changes: a new read, or a date
 * that has come, makes the next one.
 */
export interface Snapshot {
  readonly content: FetchedContent;
  readonly posts: Published<PostRecord>;
  /** Entries that are not shown, with the reason. */
  readonly rejected: readonly RejectedEntry[];
  /** The time at which it is to be built again; Infinity when no date will change it. */
  readonly nextPublishAt: number;
}

/** The content before the first read. */
export const NO_CONTENT: FetchedContent = { posts: [], rejected: [], revisions: {}, readAt: 0 };

/**
 * Builds a snapshot.
 * @param now milliseconds since 1970
 */
export function buildSnapshot(
  content: FetchedContent,
  now: number,
  previous?: Snapshot,
  histories?: SlugHistories,
): Snapshot {
  const { readAt, rejected } = content;
  const posts = new Published({
    entries: content.posts,
    rejected,
    readAt,
    now,
    previous: previous?.posts,
    slugHistory: histories?.posts,
  });
  return {
    content,
    posts,
    rejected: [...rejected, ...posts.conflicts],
    nextPublishAt: posts.nextPublishAt,
  };
}

/** Returns the slug histories, which outlive a restart beside the content itself. */
export const slugHistoriesOf = ({ posts }: Snapshot): SlugHistories => {
  return { posts: posts.slugHistory };
};
