import type { LinkTarget, Picture } from '../../../shared/blog/post.ts';
import {
  cleanText,
  type EntryOrAsset,
  getPath,
  guessTitle,
  isEntryOrAsset,
  isRecord,
  type ResolveLink,
  toText,
} from './entry-fields.ts';
import { normalizeHref } from './normalize-href.ts';

/**
 * The file of an asset. Of a picture, the description is the text alternative and the title the
 * caption, or the text alternative without one. A file name counts as neither.
 * @returns null for anything else, and with an address that no page may load
 */
export function parseAsset(value: unknown): LinkTarget | null {
  if (!isEntryOrAsset(value) || value.sys.type !== 'Asset') return null;
  const { file, ...fields } = value.fields;
  const url = normalizeFileUrl(getPath(file, 'url'));
  if (!isRecord(file) || url === null) return null;
  const contentType = toText(file.contentType);
  const description = toText(fields.description);
  if (contentType && !contentType.startsWith('image/')) {
    const title = toText(fields.title) || toText(file.fileName) || url;
    return { kind: 'file', url, title, contentType };
  }
  const title = withoutFileName(toText(fields.title), toText(file.fileName));
  const picture: Picture = {
    url,
    ...sizeOf(file.details),
    alt: withoutFileName(description, toText(file.fileName)) || title,
    ...(UNCONVERTED_TYPES.has(contentType) && { asIs: true }),
  };
  return { kind: 'image', picture, title, caption: picture.alt === title ? '' : title };
}

/**
 * Types that are shown as they are: vector drawings, which the Images API does not convert, and
 * formats that may be animated.
 */
const UNCONVERTED_TYPES = new Set(['image/svg+xml', 'image/gif']);

const LOOKS_LIKE_FILE_NAME = /\.(?:avif|gif|heic|jpe?g|png|svg|tiff?|webp)$|^(?=.*[\d_])\S+$/i;

/**
 * Returns a text unless it comes from a file name: Contentful takes a title from it, and a word
 * with a digit or `_` comes from a camera.
 */
function withoutFileName(text: string, fileName: string): string {
  const stem = fileName.replace(/\.[a-z\d]+$/i, '');
  const isFileName = [fileName, stem].some((name) => name.toLowerCase() === text.toLowerCase());
  return isFileName || LOOKS_LIKE_FILE_NAME.test(text) ? '' : text;
}

/**
 * Returns a file's URL on the web or on this site; a protocol-relative URL stays as the service
 * gives it.
 */
function normalizeFileUrl(url: unknown): string | null {
  const address = normalizeHref(url);
  return address !== null && /^(?:https?:\/)?\//i.test(address) ? address : null;
}

function sizeOf(details: unknown): { width: number | null; height: number | null } {
  const pixels = (side: string) => {
    const value = getPath(details, 'image', side);
    return Number.isInteger(value) && (value as number) > 0 ? (value as number) : null;
  };
  return { width: pixels('width'), height: pixels('height') };
}

/**
 * Recognises an embedded entry that is not a post by its field names, as used in the starters of
 * Contentful, Next.js, Gatsby and Astro.
 */
export function parseEmbed(entry: EntryOrAsset, follow: ResolveLink): LinkTarget | null {
  const title = guessTitle(entry);
  return (
    parseCode(entry) ??
    parseVideo(entry) ??
    parseImageEntry(entry, follow) ??
    parseLink(entry) ??
    (title ? { kind: 'title', title } : null)
  );
}

const CODE_FIELDS = ['code', 'codeSnippet', 'snippet'];
const VIDEO = ['url', 'video', 'videoUrl', 'embedUrl', 'youtubeUrl', 'youTubeUrl', 'link'];
const LINK = ['url', 'link', 'href', 'uri', 'target', 'targetUrl', 'buttonUrl', 'linkUrl'];
const LABEL = ['label', 'text', 'linkText', 'buttonText', 'buttonLabel', 'cta'];
const PICTURE = ['image', 'picture', 'photo', 'media', 'asset'];

function parseCode({ fields }: EntryOrAsset): LinkTarget | null {
  const code = firstNonEmpty(CODE_FIELDS, (field) => trimEndOnly(fields[field]));
  const title = toText(fields.title) || toText(fields.language);
  return code ? { kind: 'code', code, title } : null;
}

/** Returns a text with the indentation of its first line, which is part of a program. */
function trimEndOnly(value: unknown): string {
  return toText(value)
    ? cleanText(value as string)
        .trimEnd()
        .replace(/^\s*\n/, '')
    : '';
}

const VIDEO_HOSTS =
  /^https?:\/\/(?:(?:www|m|player)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)\//i;

function parseVideo(entry: EntryOrAsset): LinkTarget | null {
  const url = firstNonEmpty(VIDEO, (field) => normalizeHref(entry.fields[field]) ?? '');
  return VIDEO_HOSTS.test(url) ? { kind: 'video', url, title: guessTitle(entry) } : null;
}

/**
 * A link or a button. Without words of its own it would only be an address; without an address that
 * leads anywhere its words stay.
 */
function parseLink(entry: EntryOrAsset): LinkTarget | null {
  const given = firstNonEmpty(LINK, (field) => toText(entry.fields[field]));
  const url = firstNonEmpty(LINK, (field) => normalizeHref(entry.fields[field]) ?? '');
  const title = firstNonEmpty(LABEL, (field) => toText(entry.fields[field])) || guessTitle(entry);
  if (!given || !title) return null;
  return url ? { kind: 'link', url, title } : { kind: 'title', title };
}

export function parseImageEntry({ fields }: EntryOrAsset, follow: ResolveLink): LinkTarget | null {
  const caption = toText(fields.caption);
  const alt = toText(fields.alt) || toText(fields.altText);
  for (const field of PICTURE) {
    const target = parseAsset(follow(fields[field]));
    if (target?.kind !== 'image') continue;
    const picture = { ...target.picture, alt: alt || target.picture.alt };
    return { ...target, picture, caption: caption || target.caption };
  }
  return null;
}

function firstNonEmpty(fields: string[], read: (field: string) => string): string {
  return fields.map(read).find(Boolean) ?? '';
}
