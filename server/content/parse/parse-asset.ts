import type { LinkTarget, Picture } from '../../../shared/blog/post.ts';
import { getPath, isEntryOrAsset, isRecord, toText } from './entry-fields.ts';
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
