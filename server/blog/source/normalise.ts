import { SLUG } from '../../../shared/addresses.ts';
import { plainText } from '../../../shared/blog/plain-text.ts';
import type { LinkTarget, Picture, Post, RichText } from '../../../shared/blog/post.ts';
import { linkAddress } from '../../../shared/blog/rich-text/link-address.ts';
import { type FindTarget, normaliseRichText } from './normalise-rich-text.ts';
import { isRecord } from './record.ts';

/**
 * The entry or asset that a link of an answer stands for; undefined when the answer does not
 * include it.
 */
export type FollowLink = (link: unknown) => unknown;

/**
 * A blogPost entry, as it came over the wire, as a post.
 * @returns null for an entry that cannot be shown: without an id, a title, or a slug that an
 * address can hold
 */
export function normalisePost(entry: unknown, follow: FollowLink): Post | null {
  const known = factsOf(entry, follow);
  if (!known) return null;
  const { sys, fields, ...summary } = known;
  const updatedAt = textOf(sys.updatedAt) || summary.publishedDate;
  const content = normaliseRichText(fields.content, (link) => targetOf(follow(link), follow));
  return { ...summary, author: textOf(fields.author) || null, content, updatedAt };
}

function factsOf(entry: unknown, follow: FollowLink) {
  if (!isRecord(entry) || !isRecord(entry.sys) || !isRecord(entry.fields)) return null;
  const { sys, fields } = entry;
  const id = textOf(sys.id);
  const slug = textOf(fields.slug);
  const title = textOf(fields.title);
  if (!id || !title || !SLUG.test(slug)) return null;
  const excerpt = excerptOf(fields.excerpt, follow);
  return {
    id,
    slug,
    title,
    publishedDate: textOf(fields.publishedDate),
    excerpt,
    image: coverOf(fields.featuredImage, follow),
    sys,
    fields,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function excerptOf(excerpt: unknown, follow: FollowLink): string | RichText | null {
  if (typeof excerpt === 'string') return textOf(excerpt) || null;
  // Two posts may link to each other from their excerpts: a linked post is described without
  // following its own links.
  const find: FindTarget = (link) => targetOf(follow(link), () => undefined);
  return normaliseRichText(excerpt, find);
}

function coverOf(link: unknown, follow: FollowLink): Picture | null {
  const linked = follow(link);
  const isAsset =
    isRecord(linked) &&
    isRecord(linked.sys) &&
    linked.sys.type === 'Asset' &&
    isRecord(linked.fields);
  const asset = isAsset ? assetOf(linked.fields as Record<string, unknown>) : null;
  return asset?.kind === 'image' ? asset.picture : null;
}

/**
 * What a link or an embed of a document leads to: a post, a picture or a file. Nothing else has a
 * page or a place on this site.
 */
function targetOf(linked: unknown, follow: FollowLink): LinkTarget | null {
  if (!isRecord(linked) || !isRecord(linked.sys) || !isRecord(linked.fields)) return null;
  return linked.sys.type === 'Asset'
    ? assetOf(linked.fields)
    : linked.sys.type === 'Entry'
      ? postTarget(linked, follow)
      : null;
}

function postTarget(entry: Record<string, unknown>, follow: FollowLink): LinkTarget | null {
  const { contentType } = entry.sys as Record<string, unknown>;
  const isPost =
    isRecord(contentType) && isRecord(contentType.sys) && contentType.sys.id === 'blogPost';
  const post = isPost ? factsOf(entry, follow) : null;
  return (
    post && {
      kind: 'post',
      slug: post.slug,
      title: post.title,
      excerpt: plainText(post.excerpt),
      image: post.image,
    }
  );
}

/**
 * The description is for people who do not see the picture, the title is its caption; a title alone
 * serves as the description.
 */
function assetOf({
  file,
  title: rawTitle,
  description: rawDescription,
}: Record<string, unknown>): LinkTarget | null {
  if (!isRecord(file)) return null;
  const contentType = textOf(file.contentType);
  const url = fileAddress(file.url);
  if (url === null) return null;
  const title = textOf(rawTitle) || textOf(file.fileName);
  const description = textOf(rawDescription);
  if (contentType && !contentType.startsWith('image/'))
    return { kind: 'file', url, title: title || url, contentType };
  const picture = { url, ...sizeOf(file.details), alt: description || title };
  return { kind: 'image', picture, title, caption: description ? title : '' };
}

/** On the web or on this site; protocol-relative addresses are kept as the service gives them. */
function fileAddress(url: unknown): string | null {
  const address = linkAddress(url);
  return address !== null && /^(?:https?:\/)?\//i.test(address) ? address : null;
}

function sizeOf(details: unknown): { width: number | null; height: number | null } {
  const image = isRecord(details) && isRecord(details.image) ? details.image : {};
  const pixels = (value: unknown) =>
    Number.isInteger(value) && (value as number) > 0 ? (value as number) : null;
  return { width: pixels(image.width), height: pixels(image.height) };
}
