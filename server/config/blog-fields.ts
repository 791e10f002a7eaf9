/**
 * Where an entry holds what the site shows: the ids of its fields, as in docs/specification.md,
 * section 3, unless a space names them otherwise. `author.name` is the field `name` of the entry
 * that `author` links to. The fields from `seoTitle` on are optional.
 */
export const DEFAULT_FIELDS = {
  /** The catalogue is made of these and the date; they cannot be paths. */
  title: 'title',
  slug: 'slug',
  excerpt: 'excerpt',
  image: 'featuredImage',
  publishedDate: 'publishedDate',
  author: 'author',
  content: 'content',
  seoTitle: 'seoTitle',
  seoDescription: 'seoDescription',
  shareImage: 'shareImage',
  noindex: 'noindex',
  canonical: 'canonicalUrl',
  tags: 'tags',
  related: 'relatedPosts',
};

/** Content type of the posts, unless a space has another. */
export const DEFAULT_CONTENT_TYPE = 'blogPost';

export type BlogField = keyof typeof DEFAULT_FIELDS;
export type BlogFields = Readonly<Record<BlogField, string>>;

/** The ids of a space's fields: those named in its configuration, otherwise the defaults. */
export function blogFields(named: { readonly [field in BlogField]?: string }): BlogFields {
  return { ...DEFAULT_FIELDS, ...named };
}
