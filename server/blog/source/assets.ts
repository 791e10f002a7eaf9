import type { LinkTarget, Picture } from '../../../shared/blog/post.ts';
import { linkAddress } from '../../../shared/blog/rich-text/link-address.ts';
import { textOf } from './entry.ts';
import { isRecord } from './is-record.ts';

type Fields = Record<string, unknown>;

/**
 * The file of an asset. For a picture, the description is the text alternative and the title is the
 * caption; a title alone serves as the text alternative. A file name counts as neither: nobody
 * wrote it for readers.
 * @returns null without a file, or with an address that no page may load
 */
export function assetOf(fields: Fields): LinkTarget | null {
  const { file } = fields;
  if (!isRecord(file)) return null;
  const contentType = textOf(file.contentType);
  const url = fileAddress(file.url);
  if (url === null) return null;
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

/** Vector drawings, which the Images API does not convert, and formats that may be animated. */
const AS_IS = new Set(['image/svg+xml', 'image/gif']);

const NAME_OF_FILE = /\.(?:avif|gif|heic|jpe?g|png|svg|tiff?|webp)$|^(?=.*[\d_])\S+$/i;

/**
 * Contentful fills in an asset's title from its file name. A single word with a digit or an
 * underscore comes from a camera or a program.
 */
function withoutFileName(text: string, fileName: string): string {
  const stem = fileName.replace(/\.[a-z\d]+$/i, '');
  const isFileName = [fileName, stem].some((name) => name.toLowerCase() === text.toLowerCase());
  return isFileName || NAME_OF_FILE.test(text) ? '' : text;
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
