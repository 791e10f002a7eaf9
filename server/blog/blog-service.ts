import { SLUG } from '../../shared/addresses.ts';
import type { PostSummary } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Blog, ListPage } from './blog.ts';
import { type Body, postOf } from './body.ts';
import type { Listed } from './listing.ts';
import { type ListLookup, MISSING, type PostLookup, UNAVAILABLE } from './lookup.ts';
import { type ContentChange, createRenewal, type RenewalParts } from './renewal.ts';
import { beginningsIn, found } from './search.ts';

/** How often a post is fetched for one visitor: what comes may not be what was listed. */
const TRIES = 3;

export type BlogService = ReturnType<typeof createBlogService>;

/**
 * The blog as the rest of the site sees it. What is known is served at once; visitors wait only for a
 * post that exists and has not come yet. Nothing here rejects.
 */
export function createBlogService(parts: RenewalParts) {
  const renewal = createRenewal(parts);
  const { blog, calls } = renewal;

  /**
   * A promise only when a call is needed, by whose deadline it settles.
   * @param page 1 is `/blogs`
   * @param tag slug of a tag, whose posts are listed
   */
  function list(page: number, tag?: string, tries = TRIES): ListLookup | Promise<ListLookup> {
    if (!Number.isSafeInteger(page) || page < 1) return MISSING;
    const known = blog();
    if (known.entries === null) return onceKnown(() => list(page, tag, tries));
    const found = known.list(page, tag);
    // Its posts may not have said yet that they have this tag.
    if (!found) return tag === undefined || known.isComplete ? MISSING : UNAVAILABLE;
    if (found.lacking.length === 0) return shownList(known, found);
    if (tries === 0) return UNAVAILABLE;
    return onceBrought(found.lacking, () => list(page, tag, tries - 1));
  }

  function shownList(known: Blog, found: ListPage): ListLookup {
    for (const { id } of found.entries) renewal.visit(id);
    const { page, pageCount, tags, hasSearch, version } = found;
    const posts = found.entries.map((entry) =>
      cardOf(entry, known.bodies.get(entry.id) as Body, known.namesOf(entry)),
    );
    const result: ListLookup['result'] = { state: 'ready', posts, page, pageCount };
    if (tags.length > 0) result.tags = [...tags];
    if (hasSearch) result.search = true;
    return { result, version };
  }

  /** Looks again when it is known which posts there are. */
  const onceKnown = async <Lookup>(look: () => Lookup | Promise<Lookup>) =>
    (await renewal.isKnown()) ? look() : UNAVAILABLE;

  /** Looks again when posts have come. */
  const onceBrought = async <Lookup>(
    entries: readonly Listed[],
    look: () => Lookup | Promise<Lookup>,
  ) => ((await renewal.bring(entries)) ? look() : UNAVAILABLE);

  /** What the address of a post leads to; a promise only when a call is needed. */
  function post(slug: string, tries = TRIES): PostLookup | Promise<PostLookup> {
    if (!SLUG.test(slug)) return MISSING;
    const known = blog();
    if (known.entries === null) return onceKnown(() => post(slug, tries));
    const found = known.post(slug);
    if (found.state === 'moved') return { result: found, version: `moved ${found.slug}` };
    if (found.state === 'gone') return { result: found, version: 'gone' };
    if (found.state === 'missing')
      return renewal.starting()?.then(() => post(slug, tries)) ?? MISSING;
    const { entry, body } = found;
    if (body) return shownPost(known, entry, body);
    if (tries === 0) return UNAVAILABLE;
    return onceBrought([entry], () => post(slug, tries - 1));
  }

  function shownPost(known: Blog, entry: Listed, body: Body): PostLookup {
    renewal.visit(entry.id);
    const { next, tagPages } = known.linksOf(entry);
    // Of a post that was just moved, the body may still have its former slug.
    const { tags: _names, ...fetched } = postOf(body);
    const post = { ...fetched, slug: entry.slug, next };
    const result = {
      state: 'ready' as const,
      post: tagPages.length > 0 ? { ...post, tagPages } : post,
    };
    return { result, version: known.versionOf(entry, body) };
  }

  /** Version of what `list` would return now; null when that is not there. */
  function listVersion(page: number, tag?: string): string | null {
    const found = blog().list(page, tag);
    if (!found || blog().entries === null || found.lacking.length > 0) return null;
    for (const { id } of found.entries) renewal.visit(id);
    return found.version;
  }

  /** Version of what `post` would return now; null when that is not there. */
  function postVersion(slug: string): string | null {
    const known = blog();
    const found = known.post(slug);
    if (found.state !== 'listed' || !found.body) return null;
    renewal.visit(found.entry.id);
    return known.versionOf(found.entry, found.body);
  }

  /**
   * A page's worth of posts with all the words of a text, the best first; null for no words.
   */
  function search(text: string): PostSummary[] | null {
    const beginnings = beginningsIn(text);
    if (beginnings.length === 0) return null;
    const known = blog();
    const posts = known.shown.flatMap((entry) => {
      const body = known.bodies.get(entry.id);
      return body ? [{ entry, body, title: entry.title, words: body.words }] : [];
    });
    return found(posts, beginnings)
      .slice(0, BLOG_PAGE_SIZE)
      .map(({ entry, body }) => cardOf(entry, body, known.namesOf(entry)));
  }

  return {
    start: renewal.start,
    list: (page: number, tag?: string) => list(page, tag),
    post: (slug: string) => post(slug),
    listVersion,
    postVersion,
    /** Whether it is certain that nothing is there, or was, under this slug. */
    isMissing: (slug: string): boolean =>
      blog().entries !== null && blog().post(slug).state === 'missing' && !renewal.starting(),
    /** Every post, newest first; none before it is known which there are. */
    known: (): readonly Listed[] => blog().shown,
    /** The same without those that search engines are kept away from, as far as they have come. */
    indexed: (): readonly Listed[] =>
      blog().shown.filter(({ id }) => !blog().bodies.get(id)?.noindex),
    isSearched: (): boolean => blog().hasSearch,
    search,
    tagPaths: (): string[] => blog().tagPaths(),
    /** Resolves when it is known which posts there are, or when that cannot be had. */
    async catalogued(): Promise<void> {
      await renewal.isKnown();
    },
    answered: calls.answered,
    hanging: calls.hanging,
    retryAfterSeconds: calls.retryAfterSeconds,
    /** After an editor's change: resolves once the service was asked, for the first time. */
    refresh: (change?: ContentChange): Promise<void> => renewal.follow(change),
    /** What the clock does by itself every `ttlSeconds`. */
    renew: renewal.renewByClock,
    /** Takes in what other replicas know, as happens every second where there may be some. */
    look: renewal.look,
    stop: renewal.stop,
  };
}

/** What a list shows of a post. Without a picture it is drawn by what it is tagged with. */
function cardOf(entry: Listed, { summary }: Body, tags: string[]): PostSummary {
  const card = { ...summary, slug: entry.slug };
  return summary.image === null && tags.length > 0 ? { ...card, tags } : card;
}
