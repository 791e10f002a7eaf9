import { type FooterPages, PAGE_GROUPS, type PageGroup } from '../../shared/content-page.ts';
import { CORE_PAGES, isCorePage } from '../../shared/routes.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { hashContent, type PageRecord } from '../blog/record.ts';
import type { Parts } from './parse/parse-content.ts';
import type { Ordered } from './parse/parse-entry.ts';
import type { Published } from './published.ts';

/** The most pages in the footer, in all groups together. */
const MAX_FOOTER_PAGES = 24;

/** The content that the source adds to the site's own pages. */
export interface SiteContent {
  /** Takes the place of what the site has otherwise. */
  site: Pick<Site, 'pages' | 'ownPages' | 'faq' | 'testimonials'>;
  /** Changes when, and only when, that does; empty for nothing. */
  version: string;
}

/** The pages in the footer, the questions and the testimonials on Home. */
export function toSiteContent(parts: Parts, pages: Published<PageRecord>): SiteContent {
  const questions = parts.question?.entries.filter(({ isOnHome }) => isOnHome) ?? [];
  const testimonials = parts.testimonial?.entries ?? [];
  const site: SiteContent['site'] = {};
  const listed = toFooterPages([...pages.visible.values()]);
  if (Object.keys(listed).length > 0) site.pages = listed;
  const ownPages = CORE_PAGES.filter((id) => pages.visible.has(id));
  if (ownPages.length > 0) site.ownPages = ownPages;
  if (questions.length > 0)
    site.faq = inOrder(questions, ({ question }) => question).map(({ question, answer }) => ({
      question,
      answer,
    }));
  if (testimonials.length > 0)
    site.testimonials = inOrder(testimonials, ({ name }) => name).map(
      ({ order: _, id: __, ...testimonial }) => testimonial,
    );
  return { site, version: Object.keys(site).length > 0 ? hashContent(site) : '' };
}

function toFooterPages(pages: readonly PageRecord[]): FooterPages {
  const rank = ({ group }: PageRecord) => Object.keys(PAGE_GROUPS).indexOf(group as PageGroup);
  const listed = pages
    .filter(({ slug, group, noindex }) => group && !noindex && !isCorePage(slug))
    .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en-GB'))
    .slice(0, MAX_FOOTER_PAGES);
  const groups = Map.groupBy(listed, ({ group }) => group as PageGroup);
  return Object.fromEntries(
    [...groups].map(([group, members]) => [
      group,
      members.map(({ slug, title }) => ({ slug, title })),
    ]),
  );
}

/** Sorts by number, those without one last; equal ones by name. */
export function inOrder<Entry extends Ordered>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): Entry[] {
  const rank = ({ order }: Ordered) => order ?? Number.POSITIVE_INFINITY;
  return entries.toSorted((a, b) =>
    rank(a) === rank(b) ? nameOf(a).localeCompare(nameOf(b), 'en-GB') : rank(a) - rank(b),
  );
}
