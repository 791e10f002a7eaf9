import { isCorePage, PAGE_SLUG, SLUG } from '../../../shared/routes.ts';
import { RESERVED_SLUGS } from '../../config/site-file/reserved-slugs.ts';
import type { ContentType, EntryOrAsset } from '../source.ts';
import { getPath, toText } from './entry-fields.ts';

/** The fields of each type, by their ids in docs/content-model.md. Required ones come first. */
export const FIELDS: Readonly<Record<ContentType, { required: string[]; optional: string[] }>> = {
  blogPost: {
    required: ['title', 'slug'],
    optional: [
      ...['publishedDate', 'excerpt', 'featuredImage', 'author', 'content', 'seoTitle'],
      ...['seoDescription', 'shareImage', 'noindex', 'canonicalUrl', 'tags', 'relatedPosts'],
    ],
  },
  page: {
    required: ['title', 'slug', 'summary', 'content'],
    optional: [
      ...['image', 'questions', 'group', 'area', 'ending', 'seoTitle', 'seoDescription'],
      ...['shareImage', 'noindex', 'aliases'],
    ],
  },
  question: { required: ['question', 'answer'], optional: ['order', 'home'] },
  testimonial: { required: ['name', 'text', 'rating'], optional: ['source', 'order'] },
};

export const NO_CONTENT = 'it has no content';

/** Returns the reason why an entry cannot be shown; null for one that can. */
export function issueOf(type: ContentType, { sys, fields }: EntryOrAsset): string | null {
  if (!toText(sys.id)) return 'it has no id';
  const missing = FIELDS[type].required.find((field) => !isFilled(fields[field]));
  if (missing !== undefined && type !== 'testimonial') return `it has no ${missing}`;
  return RULES[type](fields, missing);
}

const RULES: Readonly<
  Record<ContentType, (fields: EntryOrAsset['fields'], missing?: string) => string | null>
> = {
  blogPost: ({ slug }) =>
    SLUG.test(toText(slug))
      ? null
      : `its slug "${toText(slug)}" cannot be used in a web address: use only letters, digits, - . _ and ~`,
  page: ({ slug, content }) => {
    const text = toText(slug);
    if (!isPageSlug(text))
      return `its slug "${text}" cannot be used in a web address: use only small letters, digits and -, with a letter`;
    if (RESERVED_SLUGS.has(text) && !isCorePage(text))
      return `its slug "${text}" is an address that the site itself has: choose another`;
    return getPath(content, 'nodeType') === 'document' ? null : NO_CONTENT;
  },
  question: () => null,
  testimonial: ({ rating }, missing) => {
    if (missing !== undefined && missing !== 'rating') return `it has no ${missing}`;
    const isRating = Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5;
    return isRating ? null : 'its rating is no whole number from 1 to 5';
  },
};

/** Tells whether a page can have this slug: small letters, digits and `-`, with a letter. */
export const isPageSlug = (slug: string): boolean => PAGE_SLUG.test(slug) && /[a-z]/.test(slug);

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? toText(value) !== '' : value !== undefined && value !== null;

/**
 * Returns the required field that a type of this name lacks because it is of another model; null for
 * one of ours. Entries alone tell: the service leaves out empty fields.
 */
export function missingFieldOf(type: ContentType, entries: readonly EntryOrAsset[]): string | null {
  const { required, optional } = FIELDS[type];
  const missing = required.find((field) => entries.every(({ fields }) => !isFilled(fields[field])));
  if (type === 'blogPost' || entries.length === 0 || missing === undefined) return null;
  const known = new Set([...required, ...optional]);
  const hasOtherFields = entries.some(({ fields }) =>
    Object.keys(fields).some((field) => !known.has(field)),
  );
  return hasOtherFields || entries.length > 1 ? missing : null;
}
