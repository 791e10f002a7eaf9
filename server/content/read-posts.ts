import PQueue from 'p-queue';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import {
  ContentUnavailableError,
  isTooLarge,
  type PostListPage,
} from './contentful/content-source.ts';
import { type PostRecord, toPostRecord } from './post-record.ts';
import type { FetchedContent } from './snapshot.ts';

/** The specification's list call. */
type ListPosts = (skip: number, limit: number) => Promise<PostListPage>;

/** The most list pages that are read, of any size: 10,000 posts. */
const MAX_PAGES = 500;
/** The most reads from the start because posts came or went meanwhile. */
const MAX_ATTEMPTS = 3;

interface ReadOptions {
  listPosts: ListPosts;
  /** The first list call of the first attempt, if it has been made already. */
  newest?: Promise<PostListPage> | undefined;
  concurrency: number;
  /** Existing records by id: unchanged posts are not compressed again. */
  previous: ReadonlyMap<string, PostRecord>;
}

/**
 * Reads every post, twenty a call.
 * @throws {ContentUnavailableError} unless all of them have come: an outage is no shorter blog
 */
export async function fetchAllPosts(
  options: ReadOptions,
): Promise<Pick<FetchedContent, 'posts' | 'rejected' | 'revisions'>> {
  let { newest } = options;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const pages = await readPages(options, newest);
    newest = undefined;
    const revisions = Object.assign({}, ...pages.map((page) => page.revisions));
    const records = pages.flatMap(({ posts }) => posts);
    const rejected = pages.flatMap((page) => page.rejected);
    // A post whose date changes may pass from one page to another, unseen on both.
    const entryCount = Object.keys(revisions).length;
    if (!pages.every(({ total }) => total === entryCount)) continue;
    if (records.length === 0 && rejected.length > 0)
      throw new ContentUnavailableError('setup', {
        details: `no entry can be shown: ${rejected[0]?.issue}`,
      });
    return { posts: uniqueById(records), rejected: uniqueById(rejected), revisions };
  }
  throw new ContentUnavailableError('malformed');
}

type RecordPage = Omit<PostListPage, 'posts'> & { posts: PostRecord[] };

async function readPages(
  { listPosts, concurrency, previous }: ReadOptions,
  newest: Promise<PostListPage> | undefined,
): Promise<RecordPage[]> {
  // At once: what a response shows besides is not kept until the others have come.
  const toRecords = ({ posts, ...page }: PostListPage): RecordPage => {
    return { ...page, posts: posts.map((post) => toPostRecord(post, previous.get(post.id))) };
  };
  const first = toRecords(await (newest ?? listRange(listPosts, 0, BLOG_PAGE_SIZE)));
  const pageCount = Math.ceil(first.total / BLOG_PAGE_SIZE);
  if (pageCount > MAX_PAGES) throw new ContentUnavailableError('malformed');
  const queue = new PQueue({ concurrency });
  const others = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) =>
    queue.add(async () =>
      toRecords(await listRange(listPosts, (index + 1) * BLOG_PAGE_SIZE, BLOG_PAGE_SIZE)),
    ),
  );
  try {
    return [first, ...(await Promise.all(others))];
  } finally {
    queue.clear(); // after a failure
  }
}

/** Fetches a part of the list. One that is too large for the service comes in halves. */
async function listRange(listPosts: ListPosts, skip: number, limit: number): Promise<PostListPage> {
  try {
    return await listPosts(skip, limit);
  } catch (error) {
    if (limit === 1 || !isTooLarge(error)) throw error;
    const half = Math.ceil(limit / 2);
    const first = await listRange(listPosts, skip, half);
    const second = await listRange(listPosts, skip + half, limit - half);
    return {
      posts: [...first.posts, ...second.posts],
      rejected: [...first.rejected, ...second.rejected],
      revisions: { ...first.revisions, ...second.revisions },
      total: second.total,
    };
  }
}

const uniqueById = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];
