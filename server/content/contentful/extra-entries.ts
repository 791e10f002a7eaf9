import { PAGE_GROUPS, type PageGroup } from '../../../shared/content-page.ts';
import { isCorePage, PAGE_SLUG } from '../../../shared/routes.ts';
import { RESERVED_SLUGS } from '../../config/site-file/reserved-slugs.ts';
import { type EntryOrAsset, getPath, toText } from './entry-fields.ts';

/** The content types that a space may have beside that of its posts. */
export const EXTRA_TYPES = ['page', 'question', 'testimonial'] as const;
export type ExtraType = (typeof EXTRA_TYPES)[number];

/** Ids of the fields of a page that a draft or a report names. */
export const PAGE_FIELDS = {
  title: 'title',
  slug: 'slug',
  summary: 'summary',
  image: 'image',
  content: 'content',
  shareImage: 'shareImage',
} as const;

/** Functions by type that return the reason why an entry cannot be shown; null for one that can. */
export const ISSUES_OF: { readonly [type in ExtraType]: (entry: EntryOrAsset) => string | null } = {
  page: issueOfPage,
  question: ({ fields }) => missingFields(fields, ['question', 'answer']),
  testimonial: ({ fields }) =>
    missingFields(fields, ['name', 'text']) ?? issueOfRating(fields.rating),
};

function issueOfPage({ fields }: EntryOrAsset): string | null {
  const slug = toText(fields.slug);
  const issue = missingFields(fields, ['title', 'slug', 'summary']);
  if (issue) return issue;
  if (!PAGE_SLUG.test(slug))
    return `its slug "${slug}" cannot be used in a web address: use only small letters, digits and -`;
  if (RESERVED_SLUGS.has(slug) && !isCorePage(slug))
    return `its slug "${slug}" is an address that the site itself has: choose another`;
  const nodes = getPath(fields.content, 'content');
  const isWritten = getPath(fields.content, 'nodeType') === 'document' && Array.isArray(nodes);
  return isWritten && nodes.length > 0 ? null : NO_CONTENT;
}

export const NO_CONTENT = 'it has no content';

const missingFields = (fields: EntryOrAsset['fields'], names: readonly string[]): string | null => {
  const missing = names.find((name) => !toText(fields[name]));
  return missing === undefined ? null : `it has no ${missing}`;
};

const isRating = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5;

const issueOfRating = (rating: unknown): string | null =>
  isRating(rating) ? null : 'its rating is no whole number from 1 to 5';

/** The group that a page asks to be listed in; undefined for an unknown one. */
export function groupOf(value: unknown): PageGroup | undefined {
  const group = toText(value);
  return Object.hasOwn(PAGE_GROUPS, group) ? (group as PageGroup) : undefined;
}
