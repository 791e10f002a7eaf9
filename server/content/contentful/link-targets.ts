import type { LinkTarget, Picture } from '../../../shared/blog/post.ts';
import { wellFormed } from '../../../shared/cut-text.ts';
import { at, type FollowLink, isRecord, isThing, type Thing, textOf, titleOf } from './entry.ts';
import { linkAddress } from './link-address.ts';

/**
 * The file of an asset. Of a picture, the description is the text alternative and the title the
 * caption, or the text alternative without one. A file name counts as neither.
 * @returns null for anything else, and with an address that no page may load
 */
export function assetOf(value: unknown): LinkTarget | null {
  if (!isThing(value) || value.sys.type !== 'Asset') return null;
  const { file, ...fields } = value.fields;
  const url = fileAddress(at(file, 'url'));
  if (!isRecord(file) || url === null) return null;
  const contentType = textOf(file.contentType);
  const description = textOf(fields.description);
  if (contentType && !contentType.startsWith('image/')) {
    const title = textOf(fields.title) || textOf(file.fileName) || url;
    return { kind: 'file', url, title, contentType };
  }
  const title = withoutFileName(textOf(fields.title), textOf(file.fileName));
  const picture: Picture = {
    url,
    ...sizeOf(file.details),
    alt: withoutFileName(description, textOf(file.fileName)) || title,
    ...(AS_IS.has(contentType) && { asIs: true }),
  };
  return { kind: 'image', picture, title, caption: picture.alt === title ? '' : title };
}

/**
 * Types that are shown as they are: vector drawings, which the Images API does not convert, and
 * formats that may be animated.
 */
const AS_IS = new Set(['image/svg+xml', 'image/gif']);

const NAME_OF_FILE = /\.(?:avif|gif|heic|jpe?g|png|svg|tiff?|webp)$|^(?=.*[\d_])\S+$/i;

/**
 * Returns a text unless it comes from a file name: Contentful takes a title from it, and a word
 * with a digit or `_` comes from a camera.
 */
function withoutFileName(text: string, fileName: string): string {
  const stem = fileName.replace(/\.[a-z\d]+$/i, '');
  const isFileName = [fileName, stem].some((name) => name.toLowerCase() === text.toLowerCase());
  return isFileName || NAME_OF_FILE.test(text) ? '' : text;
}

/**
 * Returns a file's URL on the web or on this site; a protocol-relative URL stays as the service
 * gives it.
 */
function fileAddress(url: unknown): string | null {
  const address = linkAddress(url);
  return address !== null && /^(?:https?:\/)?\//i.test(address) ? address : null;
}

function sizeOf(details: unknown): { width: number | null; height: number | null } {
  const pixels = (side: string) => {
    const value = at(details, 'image', side);
    return Number.isInteger(value) && (value as number) > 0 ? (value as number) : null;
  };
  return { width: pixels('width'), height: pixels('height') };
}

/**
 * Recognises an embedded entry that is not a post by its field names, as used in the starters of
 * Contentful, Next.js, Gatsby and Astro.
 */
export function embedOf(entry: Thing, follow: FollowLink): LinkTarget | null {
  const title = titleOf(entry);
  return (
    codeOf(entry) ??
    videoOf(entry) ??
    embeddedPictureOf(entry, follow) ??
    linkOf(entry) ??
    (title ? { kind: 'title', title } : null)
  );
}

const CODE = ['code', 'codeSnippet', 'snippet'];
const VIDEO = ['url', 'video', 'videoUrl', 'embedUrl', 'youtubeUrl', 'youTubeUrl', 'link'];
const LINK = ['url', 'link', 'href', 'uri', 'target', 'targetUrl', 'buttonUrl', 'linkUrl'];
const LABEL = ['label', 'text', 'linkText', 'buttonText', 'buttonLabel', 'cta'];
const PICTURE = ['image', 'picture', 'photo', 'media', 'asset'];

function codeOf({ fields }: Thing): LinkTarget | null {
  const code = first(CODE, (field) => untrimmed(fields[field]));
  const title = textOf(fields.title) || textOf(fields.language);
  return code ? { kind: 'code', code, title } : null;
}

/** Returns a text with the indentation of its first line, which is part of a program. */
function untrimmed(value: unknown): string {
  return textOf(value)
    ? wellFormed(value as string)
        .trimEnd()
        .replace(/^\s*\n/, '')
    : '';
}

const VIDEO_HOSTS =
  /^https?:\/\/(?:(?:www|m|player)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)\//i;

function videoOf(entry: Thing): LinkTarget | null {
  const url = first(VIDEO, (field) => linkAddress(entry.fields[field]) ?? '');
  return VIDEO_HOSTS.test(url) ? { kind: 'video', url, title: titleOf(entry) } : null;
}

/**
 * A link or a button. Without words of its own it would only be an address; without an address that
 * leads anywhere its words stay.
 */
function linkOf(entry: Thing): LinkTarget | null {
  const given = first(LINK, (field) => textOf(entry.fields[field]));
  const url = first(LINK, (field) => linkAddress(entry.fields[field]) ?? '');
  const title = first(LABEL, (field) => textOf(entry.fields[field])) || titleOf(entry);
  if (!given || !title) return null;
  return url ? { kind: 'link', url, title } : { kind: 'title', title };
}

export function embeddedPictureOf({ fields }: Thing, follow: FollowLink): LinkTarget | null {
  const caption = textOf(fields.caption);
  const alt = textOf(fields.alt) || textOf(fields.altText);
  for (const field of PICTURE) {
    const target = assetOf(follow(fields[field]));
    if (target?.kind !== 'image') continue;
    const picture = { ...target.picture, alt: alt || target.picture.alt };
    return { ...target, picture, caption: caption || target.caption };
  }
  return null;
}

function first(fields: string[], read: (field: string) => string): string {
  return fields.map(read).find(Boolean) ?? '';
}
