import { toCard } from '../blog/blog.ts';
import { hashContent, type PostRecord, readRecord } from '../blog/record.ts';
import { pageCountOf } from '../blog/tags.ts';
import type { NewestPosts } from './early-posts.ts';
import type { SettledLookup, Shown } from './lookup.ts';
import { parseContent } from './parse/parse-content.ts';
import type { RawContent } from './source.ts';

/** Shows `/blogs` from its first list call. Which posts have which tags is not known yet. */
export function showEarlyList({ raw, total }: NewestPosts, now: number): SettledLookup {
  const posts = duePosts(raw, now).map(toCard);
  return ready({ state: 'ready', posts, page: 1, pageCount: pageCountOf(total) });
}

/** Shows a post from its own call, without what it shows of others; null when it is not due. */
export function showEarlyPost(raw: RawContent, now: number): SettledLookup | null {
  const [record] = duePosts(raw, now);
  if (!record) return null;
  const { tags: _names, ...post } = readRecord(record);
  return ready({ state: 'ready', post });
}

const duePosts = (raw: RawContent, now: number): PostRecord[] =>
  (parseContent(raw).parts.blogPost?.entries ?? []).filter(({ publishAt }) => publishAt <= now);

const ready = (shown: Shown): SettledLookup => ({
  state: 'ready',
  show: () => shown,
  version: hashContent(shown),
});
