/**
 * Where an entry holds what the site shows: the ids of its fields, those of the specification
 * unless a space names them otherwise. `author.name` is the field `name` of the entry that `author`
 * links to. From `seoTitle` on, fields that a space need not have.
 */
export const DEFAULT_FIELDS = {
  /** Of these and the date the catalogue is made: no paths. */
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

export type BlogField = keyof typeof DEFAULT_FIELDS;
export type BlogFields = Readonly<Record<BlogField, string>>;

/** The ids of a space's fields: those that its configuration names, else the defaults. */
export function blogFields(named: { readonly [field in BlogField]?: string }): BlogFields {
  return { ...DEFAULT_FIELDS, ...named };
}
