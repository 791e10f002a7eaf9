import type { Extras, RejectedEntry, Revisions } from './contentful/content-source.ts';
import type { ExtraType } from './contentful/extra-entries.ts';
import type { PageRecord } from './page-record.ts';
import type { PostRecord } from './post-record.ts';
import { Published } from './published.ts';
import type { SlugHistory } from './slug-history.ts';

/** The result of one read of the content service. */
export interface FetchedContent {
  posts: readonly PostRecord[];
  /** Those that were changed last first. */
  pages: readonly PageRecord[];
  questions: readonly Extras['question'][];
  testimonials: readonly Extras['testimonial'][];
  /** The types that the space has beside that of the posts. */
  types: readonly ExtraType[];
  rejected: readonly RejectedEntry[];
  /** Revisions of the entries, which tell whether anything has changed since. */
  revisions: Revisions;
  /** The time of the read in milliseconds since 1970; later than every read before it. */
  readAt: number;
}

/** The slug histories of the types whose entries have addresses. */
export interface SlugHistories {
  posts: SlugHistory;
  pages: SlugHistory;
}

/**
 * Everything that is known of the content at one moment. It never changes: a new read, or a date
 * that has come, makes the next one.
 */
export interface Snapshot {
  readonly content: FetchedContent;
  readonly posts: Published<PostRecord>;
  readonly pages: Published<PageRecord>;
  /** Entries that are not shown, with the reason. */
  readonly rejected: readonly RejectedEntry[];
  /** The time at which it is to be built again; Infinity when no date will change it. */
  readonly nextPublishAt: number;
}

/** The content before the first read. */
export const NO_CONTENT: FetchedContent = {
  posts: [],
  pages: [],
  questions: [],
  testimonials: [],
  types: [],
  rejected: [],
  revisions: {},
  readAt: 0,
};

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
  const pages = new Published({
    entries: content.pages,
    rejected,
    readAt,
    now,
    previous: previous?.pages,
    slugHistory: histories?.pages,
  });
  return {
    content,
    posts,
    pages,
    rejected: [...rejected, ...posts.conflicts, ...pages.conflicts],
    nextPublishAt: posts.nextPublishAt,
  };
}

/** Returns the slug histories, which outlive a restart beside the content itself. */
export const slugHistoriesOf = ({ posts, pages }: Snapshot): SlugHistories => {
  return { posts: posts.slugHistory, pages: pages.slugHistory };
};
