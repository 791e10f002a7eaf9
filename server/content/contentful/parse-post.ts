import type { Logger } from 'pino';
import { plainText } from '../../../shared/blog/plain-text.ts';
import type {
  LinkTarget,
  Picture,
  Post,
  PostLink,
  PostSeo,
  RichText,
} from '../../../shared/blog/post.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { contentPagePath, SLUG } from '../../../shared/routes.ts';
import {
  type BlogFields,
  blogFields,
  DEFAULT_CONTENT_TYPE,
} from '../../config/site-file/site-file-schema.ts';
import {
  contentTypeOf,
  type EntryOrAsset,
  getField,
  guessTitle,
  isEntryOrAsset,
  parseNames,
  type ResolveLink,
  toText,
} from './entry-fields.ts';
import { ISSUES_OF } from './extra-entries.ts';
import { normalizeHref } from './normalize-href.ts';
import { normalizeRichText } from './normalize-rich-text.ts';
import { parseAsset, parseEmbed, parseImageEntry } from './parse-embed.ts';

/** A part of a post that readers do not see: an embed of a content type, the end of its text. */
export type EntryWarning =
  | { kind: 'embed'; entryId: string; contentType: string }
  | { kind: 'too long'; entryId: string };

/** The settings by which the entries of a space are read. */
export interface ContentModel {
  fields: BlogFields;
  /** The language of the posts; the space's own when there is none. */
  locale?: string | null;
  contentType?: string;
  /** True when entries without a title or a slug are posts too: their editor wants to see them. */
  isUnfinished?: boolean;
  onWarning: (warning: EntryWarning) => void;
}

export const DEFAULT_CONTENT_MODEL: ContentModel = { fields: blogFields({}), onWarning: () => {} };

/** Longest excerpt of a post embedded as a card, which shows three lines. */
const CARD_EXCERPT_LENGTH = 300;

/**
 * Turns the entries of an answer into posts.
 * @returns a function that gives null for an entry that cannot be shown: without an id, a title, or
 * a slug that an address can hold
 */
export function createPostParser(
  follow: ResolveLink,
  reading: ContentModel = DEFAULT_CONTENT_MODEL,
) {
  return createEntryReader(follow, reading).readPost;
}

/** Reads the entries of an answer: posts, and what other types have in common with them. */
export function createEntryReader(follow: ResolveLink, reading: ContentModel) {
  const {
    fields,
    onWarning,
    contentType = DEFAULT_CONTENT_TYPE,
    isUnfinished: allowIncomplete,
  } = reading;
  const isPostEntry = (entry: EntryOrAsset) => contentTypeOf(entry) === contentType;
  const isOfPages = (entry: EntryOrAsset) =>
    contentTypeOf(entry) === 'page' && contentType !== 'page';
  const targets = new Map<unknown, LinkTarget | null>();

  function readPost(entry: unknown): Post | null {
    if (!isEntryOrAsset(entry)) return null;
    const written = summaryOf(entry);
    const summary = allowIncomplete
      ? { ...written, title: written.title || 'No title yet', slug: written.slug || 'no-slug-yet' }
      : written;
    if (!isPost(summary)) return null;
    const text = documentOf(entry, get(entry, 'content'));
    const seo = seoOf((field) => get(entry, field));
    const tags = [...new Set(parseNames(get(entry, 'tags'), follow))];
    const next = parseRelated(entry);
    return {
      ...summary,
      author: parseNames(get(entry, 'author'), follow).join(', ') || null,
      content: text,
      updatedAt: toText(entry.sys.updatedAt) || summary.publishedDate,
      ...(Object.keys(seo).length > 0 && { seo }),
      ...(tags.length > 0 && { tags }),
      ...(next.length > 0 && { next }),
    };
  }

  /** The text of an entry; null when it has none. */
  function documentOf(entry: EntryOrAsset, document: unknown): RichText | null {
    const entryId = toText(entry.sys.id);
    const { text, whole } = normalizeRichText(document, (link) => targetOf(link, entryId));
    if (!whole) onWarning({ kind: 'too long', entryId });
    return text;
  }

  const get = (entry: EntryOrAsset, field: keyof BlogFields) =>
    getField(entry, fields[field], follow);

  function summaryOf(entry: EntryOrAsset) {
    const slug = toText(get(entry, 'slug'));
    const excerpt = get(entry, 'excerpt');
    return {
      id: toText(entry.sys.id),
      slug: SLUG.test(slug) ? slug : '',
      title: toText(get(entry, 'title')),
      publishedDate: toText(get(entry, 'publishedDate')),
      excerpt: toText(excerpt) || normalizeRichText(excerpt, titleBehind, MAX_EXCERPT_SIZE).text,
      image: pictureOf(get(entry, 'image')),
    };
  }

  /** Returns the title behind a link, which is all that an excerpt shows of it. */
  function titleBehind(link: unknown): LinkTarget | null {
    const linked = follow(link);
    if (!isEntryOrAsset(linked)) return null;
    const title = isPostEntry(linked) ? toText(get(linked, 'title')) : guessTitle(linked);
    return title ? { kind: 'title', title } : null;
  }

  function pictureOf(link: unknown): Picture | null {
    const linked = follow([link].flat()[0]);
    if (!isEntryOrAsset(linked)) return null;
    const target = parseAsset(linked) ?? parseImageEntry(linked, follow);
    return target?.kind === 'image' ? target.picture : null;
  }

  /** Returns the target of a link or an embed in a document. */
  function targetOf(link: unknown, entryId: string): LinkTarget | null {
    const linked = follow(link);
    if (!isEntryOrAsset(linked)) return null;
    let target = targets.get(linked);
    if (target === undefined) {
      target = parseAsset(linked) ?? entryTarget(linked);
      targets.set(linked, target);
    }
    const type = contentTypeOf(linked);
    if (type && !isOfPages(linked) && type !== contentType && (target?.kind ?? 'title') === 'title')
      onWarning({ kind: 'embed', entryId, contentType: type });
    return target;
  }

  function entryTarget(entry: EntryOrAsset): LinkTarget | null {
    if (entry.sys.type !== 'Entry') return null;
    if (isOfPages(entry)) return pageTarget(entry);
    if (!isPostEntry(entry)) return parseEmbed(entry, follow);
    const post = summaryOf(entry);
    if (!isPost(post)) return null;
    const excerpt = cutText(plainText(post.excerpt), CARD_EXCERPT_LENGTH);
    return { kind: 'post', slug: post.slug, title: post.title, excerpt, image: post.image };
  }

  function seoOf(fieldValue: (field: SeoField) => unknown): PostSeo {
    const title = toText(fieldValue('seoTitle'));
    const description = toText(fieldValue('seoDescription'));
    const image = pictureOf(fieldValue('shareImage'));
    const canonical = normalizeHref(fieldValue('canonical'));
    return {
      ...(title && { title }),
      ...(description && { description }),
      ...(image && { image }),
      ...(fieldValue('noindex') === true && { noindex: true }),
      ...(canonical && /^https?:/i.test(canonical) && { canonical }),
    };
  }

  function parseRelated(entry: EntryOrAsset): PostLink[] {
    return [get(entry, 'related')]
      .flat()
      .slice(0, MAX_RELATED)
      .map(follow)
      .filter(isEntryOrAsset)
      .filter((linked) => linked !== entry && isPostEntry(linked))
      .map(summaryOf)
      .filter(isPost)
      .map(({ slug, title, publishedDate }) => ({ slug, title, publishedDate }));
  }

  return { readPost, documentOf, pictureOf, seoOf };
}

type SeoField = 'seoTitle' | 'seoDescription' | 'shareImage' | 'noindex' | 'canonical';

/** A page that cannot be shown leaves its title. */
function pageTarget(entry: EntryOrAsset): LinkTarget | null {
  const title = toText(entry.fields.title);
  if (ISSUES_OF.page(entry)) return title ? { kind: 'title', title } : null;
  return { kind: 'link', url: contentPagePath(toText(entry.fields.slug)), title };
}

/** The most related posts that are read: a page shows 3, and some may not be published. */
const MAX_RELATED = 10;
/**
 * The size limit in the units of `normalizeRichText`: a few pages, far more than the three lines
 * shown.
 */
const MAX_EXCERPT_SIZE = 20_000;

function isPost({ id, slug, title }: Pick<Post, 'id' | 'slug' | 'title'>): boolean {
  return id !== '' && slug !== '' && title !== '';
}

/**
 * The most content types that are logged: more than any real space has, so that a hostile one
 * cannot fill the log.
 */
const MAX_LOGGED_TYPES = 100;

/**
 * Creates the warning that is logged once per content type: an editor who embeds one entry embeds
 * many.
 */
export function createEmbedLogger(log: Logger): ContentModel['onWarning'] {
  const loggedTypes = new Set<string>();
  return (warning) => {
    if (
      warning.kind !== 'embed' ||
      loggedTypes.has(warning.contentType) ||
      loggedTypes.size >= MAX_LOGGED_TYPES
    )
      return;
    const { contentType, entryId } = warning;
    loggedTypes.add(contentType);
    log.warn({ contentType, entryId }, 'posts embed entries of a type that the site cannot show');
  };
}
