import type { LinkTarget } from '../../../../shared/blog/post.ts';
import { linkAddress } from '../../../../shared/blog/rich-text/link-address.ts';
import { assetOf } from '../assets.ts';
import { type FollowLink, isThing, type Thing, textOf, titleOf } from '../entry.ts';

/**
 * Recognises an embedded entry that is not a post by its field names, as used in the starters of
 * Contentful, Next.js, Gatsby and Astro.
 */
export function embedOf(entry: Thing, follow: FollowLink): LinkTarget | null {
  return codeOf(entry) ?? videoOf(entry) ?? pictureOf(entry, follow) ?? titleTarget(titleOf(entry));
}

const CODE = ['code', 'codeSnippet', 'snippet'];
const VIDEO = ['url', 'video', 'videoUrl', 'embedUrl', 'youtubeUrl', 'youTubeUrl', 'link'];
const PICTURE = ['image', 'picture', 'photo', 'media', 'asset'];

function codeOf({ fields }: Thing): LinkTarget | null {
  const code = first(CODE, (field) => untrimmed(fields[field]));
  const title = textOf(fields.title) || textOf(fields.language);
  return code ? { kind: 'code', code, title } : null;
}

/** Keeps the first line's indentation: it is part of a program. */
function untrimmed(value: unknown): string {
  return textOf(value) ? (value as string).trimEnd().replace(/^\s*\n/, '') : '';
}

const VIDEO_HOSTS =
  /^https?:\/\/(?:(?:www|m|player)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)\//i;

function videoOf(entry: Thing): LinkTarget | null {
  const url = first(VIDEO, (field) => linkAddress(entry.fields[field]) ?? '');
  return VIDEO_HOSTS.test(url) ? { kind: 'video', url, title: titleOf(entry) } : null;
}

function pictureOf({ fields }: Thing, follow: FollowLink): LinkTarget | null {
  const caption = textOf(fields.caption);
  const alt = textOf(fields.alt) || textOf(fields.altText);
  for (const field of PICTURE) {
    const asset = follow(fields[field]);
    const target = isThing(asset) && asset.sys.type === 'Asset' ? assetOf(asset.fields) : null;
    if (target?.kind !== 'image') continue;
    const picture = { ...target.picture, alt: alt || target.picture.alt };
    return { ...target, picture, caption: caption || target.caption };
  }
  return null;
}

function titleTarget(title: string): LinkTarget | null {
  return title ? { kind: 'title', title } : null;
}

function first(fields: string[], read: (field: string) => string): string {
  return fields.map(read).find(Boolean) ?? '';
}
