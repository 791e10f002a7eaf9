import type { ContentPageResult } from '../../shared/blog/blog-client.ts';
import { type CorePageId, isCorePage, PAGE_SLUG } from '../../shared/routes.ts';
import { RESERVED_SLUGS } from '../config/site-file/reserved-slugs.ts';
import type { Content } from '../content/content.ts';
import { type PageRecord, readPage } from '../content/page-record.ts';
import { type SiteContent, toSiteContent } from '../content/site-content.ts';
import type { Snapshot } from '../content/snapshot.ts';
import type { ContentState } from '../http/gate.ts';
import { type Lookup, lookupOf, NOT_FOUND, UNAVAILABLE } from './lookup.ts';

export type PageService = ReturnType<typeof createPageService>;

/** `gone` and `moved` concern a page that was once there under this slug. */
export type PageLookup = Lookup<ContentPageResult | { state: 'moved'; slug: string }>;

/**
 * The pages of the content service as the rest of the site sees them, and what it says on others.
 * Nothing here rejects.
 */
export function createPageService(content: Content) {
  let current: { snapshot: Snapshot; siteContent: SiteContent } | undefined;

  const resolve = (slug: string) => content.getSnapshot().pages.resolveSlug(slug);
  const visible = () => [...content.getSnapshot().pages.visible.values()];
  const mayBePage = (slug: string) => PAGE_SLUG.test(slug) && !RESERVED_SLUGS.has(slug);

  function siteContent(): SiteContent {
    const snapshot = content.getSnapshot();
    if (current?.snapshot !== snapshot)
      current = { snapshot, siteContent: toSiteContent(snapshot) };
    return current.siteContent;
  }

  /** Looks up a page by its slug. The result is a promise only before the first read. */
  function page(slug: string): PageLookup | Promise<PageLookup> {
    if (!mayBePage(slug) && !isCorePage(slug)) return NOT_FOUND;
    const found = resolve(slug);
    if (!content.isLoaded) return pageOnceLoaded(slug);
    return (
      lookupOf(found, shown) ?? content.pendingFirstRead()?.then(() => page(slug)) ?? NOT_FOUND
    );
  }

  const shown = (record: PageRecord) => ({
    result: { state: 'ready' as const, contentPage: readPage(record) },
    version: record.version,
  });

  async function pageOnceLoaded(slug: string): Promise<PageLookup> {
    await content.whenLoaded();
    return content.isLoaded ? page(slug) : UNAVAILABLE;
  }

  return {
    page,
    /** Version of what `page` would return now; null when that is not there. */
    pageVersion(slug: string): string | null {
      const found = resolve(slug);
      return found.kind === 'entry' ? found.entry.version : null;
    },
    stateOf(slug: string): ContentState {
      if (!mayBePage(slug)) return 'missing';
      const { kind } = resolve(slug);
      if (kind === 'entry') return 'live';
      if (!content.isLoaded || content.pendingFirstRead()) return 'unknown';
      return kind === 'not-found' ? 'missing' : 'former';
    },
    /** Returns the owner's words for a core page; null when there are none. */
    corePage(id: CorePageId): ReturnType<typeof shown> | null {
      const record = content.getSnapshot().pages.visible.get(id);
      return record ? shown(record) : null;
    },
    siteContent,
    /** The pages that search engines may show, by title. */
    indexed: (): PageRecord[] =>
      visible()
        .filter(({ seo, slug }) => !seo?.noindex && !isCorePage(slug))
        .sort((a, b) => a.title.localeCompare(b.title, 'en-GB')),
  };
}
