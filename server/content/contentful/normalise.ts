import type { Logger } from 'pino';
import { contentPagePath, SLUG } from '../../../shared/addresses.ts';
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
import { type BlogFields, blogFields, DEFAULT_CONTENT_TYPE } from '../../config/site-file.ts';
import {
  contentTypeOf,
  type FollowLink,
  isThing,
  namesOf,
  type Thing,
  textOf,
  titleOf,
  valueAt,
} from './entry.ts';
import { ISSUES_OF } from './extra-entries.ts';
import { linkAddress } from './link-address.ts';
import { assetOf, embeddedPictureOf, embedOf } from './link-targets.ts';
import { normaliseRichText } from './normalise-rich-text.ts';

/** A part of a post that readers do not see: an embed of a content type, the end of its text. */
export type EntryWarning =
  | { kind: 'embed'; entryId: string; contentType: string }
  | { kind: 'too long'; entryId: string };

/** The settings by which the entries of a space are read. */
export interface Reading {
  fields: BlogFields;
  /** The language of the posts; the space's own when there is none. */
  locale?: string | null;
  contentType?: string;
  /** True when entries without a title or a slug are posts too: their editor wants to see them. */
  isUnfinished?: boolean;
  onWarning: (warning: EntryWarning) => void;
}

export const PLAIN_READING: Reading = { fields: blogFields({}), onWarning: () => {} };

/** Longest excerpt of a post embedded as a card, which shows three lines. */
const CARD_EXCERPT_LENGTH = 300;

/**
 * Turns the entries of an answer into posts.
 * @returns a function that gives null for an entry that cannot be shown: without an id, a title, or
 * a slug that an address can hold
 */
export function createPostReader(follow: FollowLink, reading: Reading = PLAIN_READING) {
  return createEntryReader(follow, reading).readPost;
}

/** Reads the entries of an answer: posts, and what other types have in common with them. */
export function createEntryReader(follow: FollowLink, reading: Reading) {
  const { fields, onWarning, contentType = DEFAULT_CONTENT_TYPE, isUnfinished } = reading;
  const isOfPosts = (entry: Thing) => contentTypeOf(entry) === contentType;
  const isOfPages = (entry: Thing) => contentTypeOf(entry) === 'page' && contentType !== 'page';
  const targets = new Map<unknown, LinkTarget | null>();

  function readPost(entry: unknown): Post | null {
    if (!isThing(entry)) return null;
    const written = summaryOf(entry);
    const summary = isUnfinished
      ? { ...written, title: written.title || 'No title yet', slug: written.slug || 'no-slug-yet' }
      : written;
    if (!isPost(summary)) return null;
    const text = documentOf(entry, get(entry, 'content'));
    const seo = seoOf((field) => get(entry, field));
    const tags = [...new Set(namesOf(get(entry, 'tags'), follow))];
    const next = relatedTo(entry);
    return {
      ...summary,
      author: namesOf(get(entry, 'author'), follow).join(', ') || null,
      content: text,
      updatedAt: textOf(entry.sys.updatedAt) || summary.publishedDate,
      ...(Object.keys(seo).length > 0 && { seo }),
      ...(tags.length > 0 && { tags }),
      ...(next.length > 0 && { next }),
    };
  }

  /** The text of an entry; null when it has none. */
  function documentOf(entry: Thing, document: unknown): RichText | null {
    const entryId = textOf(entry.sys.id);
    const { text, whole } = normaliseRichText(document, (link) => targetOf(link, entryId));
    if (!whole) onWarning({ kind: 'too long', entryId });
    return text;
  }

  const get = (entry: Thing, field: keyof BlogFields) => valueAt(entry, fields[field], follow);

  function summaryOf(entry: Thing) {
    const slug = textOf(get(entry, 'slug'));
    const excerpt = get(entry, 'excerpt');
    return {
      id: textOf(entry.sys.id),
      slug: SLUG.test(slug) ? slug : '',
      title: textOf(get(entry, 'title')),
      publishedDate: textOf(get(entry, 'publishedDate')),
      excerpt: textOf(excerpt) || normaliseRichText(excerpt, titleBehind, EXCERPT_SIZE).text,
      image: pictureOf(get(entry, 'image')),
    };
  }

  /** Returns the title behind a link, which is all that an excerpt shows of it. */
  function titleBehind(link: unknown): LinkTarget | null {
    const linked = follow(link);
    if (!isThing(linked)) return null;
    const title = isOfPosts(linked) ? textOf(get(linked, 'title')) : titleOf(linked);
    return title ? { kind: 'title', title } : null;
  }

  function pictureOf(link: unknown): Picture | null {
    const linked = follow([link].flat()[0]);
    if (!isThing(linked)) return null;
    const target = assetOf(linked) ?? embeddedPictureOf(linked, follow);
    return target?.kind === 'image' ? target.picture : null;
  }

  /** Returns the target of a link or an embed in a document. */
  function targetOf(link: unknown, entryId: string): LinkTarget | null {
    const linked = follow(link);
    if (!isThing(linked)) return null;
    let target = targets.get(linked);
    if (target === undefined) {
      target = assetOf(linked) ?? entryTarget(linked);
      targets.set(linked, target);
    }
    const type = contentTypeOf(linked);
    if (type && !isOfPages(linked) && type !== contentType && (target?.kind ?? 'title') === 'title')
      onWarning({ kind: 'embed', entryId, contentType: type });
    return target;
  }

  function entryTarget(entry: Thing): LinkTarget | null {
    if (entry.sys.type !== 'Entry') return null;
    if (isOfPages(entry)) return pageTarget(entry);
    if (!isOfPosts(entry)) return embedOf(entry, follow);
    const post = summaryOf(entry);
    if (!isPost(post)) return null;
    const excerpt = cutText(plainText(post.excerpt), CARD_EXCERPT_LENGTH);
    return { kind: 'post', slug: post.slug, title: post.title, excerpt, image: post.image };
  }

  function seoOf(fieldValue: (field: SeoField) => unknown): PostSeo {
    const title = textOf(fieldValue('seoTitle'));
    const description = textOf(fieldValue('seoDescription'));
    const image = pictureOf(fieldValue('shareImage'));
    const canonical = linkAddress(fieldValue('canonical'));
    return {
      ...(title && { title }),
      ...(description && { description }),
      ...(image && { image }),
      ...(fieldValue('noindex') === true && { noindex: true }),
      ...(canonical && /^https?:/i.test(canonical) && { canonical }),
    };
  }

  function relatedTo(entry: Thing): PostLink[] {
    return [get(entry, 'related')]
      .flat()
      .slice(0, RELATED_READ)
      .map(follow)
      .filter(isThing)
      .filter((linked) => linked !== entry && isOfPosts(linked))
      .map(summaryOf)
      .filter(isPost)
      .map(({ slug, title, publishedDate }) => ({ slug, title, publishedDate }));
  }

  return { readPost, documentOf, pictureOf, seoOf };
}

type SeoField = 'seoTitle' | 'seoDescription' | 'shareImage' | 'noindex' | 'canonical';

/** A page that cannot be shown leaves its title. */
function pageTarget(entry: Thing): LinkTarget | null {
  const title = textOf(entry.fields.title);
  if (ISSUES_OF.page(entry)) return title ? { kind: 'title', title } : null;
  return { kind: 'link', url: contentPagePath(textOf(entry.fields.slug)), title };
}

/** The most related posts that are read: a page shows 3, and some may not be published. */
const RELATED_READ = 10;
/**
 * The size limit in the units of `normalizeRichText`: a few pages, far more than the three lines
 * shown.
 */
const EXCERPT_SIZE = 20_000;

function isPost({ id, slug, title }: Pick<Post, 'id' | 'slug' | 'title'>): boolean {
  return id !== '' && slug !== '' && title !== '';
}

/**
 * The most content types that are logged: more than any real space has, so that a hostile one
 * cannot fill the log.
 */
const TYPES_SAID = 100;

/**
 * Creates the warning that is logged once per content type: an editor who embeds one entry embeds
 * many.
 */
export function logEmbeds(log: Logger): Reading['onWarning'] {
  const said = new Set<string>();
  return (warning) => {
    if (warning.kind !== 'embed' || said.has(warning.contentType) || said.size >= TYPES_SAID)
      return;
    const { contentType, entryId } = warning;
    said.add(contentType);
    log.warn({ contentType, entryId }, 'embedded entries of this type cannot be shown');
  };
}
