import type { ContentPage } from '../../shared/content-page.ts';
import { hashContent } from './hash-content.ts';

/** A page as it is held. There are few, so they are held whole. */
export interface PageRecord extends ContentPage {
  /** A page has no date: once published it is shown. */
  publishAt: number;
  /** Changes with everything that the page shows. */
  version: string;
}

/** Those that were changed last come first: of several with one slug, the first is shown. */
export const toPageRecords = (pages: readonly ContentPage[]): PageRecord[] =>
  pages
    .toSorted((a, b) => Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt))
    .map((page) => ({
      ...page,
      publishAt: Number.MIN_SAFE_INTEGER,
      version: hashContent(page),
    }));

/** The page without what only the server needs. */
export function readPage({ publishAt: _, version: __, ...page }: PageRecord): ContentPage {
  return page;
}
