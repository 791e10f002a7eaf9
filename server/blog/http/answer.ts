import type { Post } from '../../../shared/blog/post.ts';
import { createPostReader, type Reading } from '../source/normalise.ts';
import { isRecord } from '../source/record.ts';
import { ContentUnavailable, type PostPage } from '../source/source.ts';

/**
 * Reads an answer of the delivery API: `{ sys: { type: 'Array' }, total, items, includes }` with
 * unresolved links. Entries that cannot be shown are left out.
 * @throws {ContentUnavailable} for anything that is no such answer: an outage must never pass for
 * "no posts"
 */
export function readAnswer(answer: unknown, reading?: Reading): PostPage & { itemCount: number } {
  if (
    !isRecord(answer) ||
    !isRecord(answer.sys) ||
    answer.sys.type !== 'Array' ||
    !Array.isArray(answer.items)
  )
    throw new ContentUnavailable('malformed');
  const { items } = answer;
  const follow = linkFollower(items, answer.includes);
  const posts = items
    .map(createPostReader(follow, reading))
    .filter((post): post is Post => post !== null);
  const total = Number.isSafeInteger(answer.total) ? (answer.total as number) : items.length;
  return { posts, total, itemCount: items.length };
}

/** Finds what a link stands for among the items and the included entries and assets. */
function linkFollower(items: unknown[], includes: unknown): (link: unknown) => unknown {
  const included = isRecord(includes) ? [includes.Entry, includes.Asset] : [];
  const byKey = new Map<string, unknown>();
  for (const part of [items, ...included])
    for (const thing of Array.isArray(part) ? part : [])
      if (isRecord(thing) && isRecord(thing.sys))
        byKey.set(`${thing.sys.type} ${thing.sys.id}`, thing);
  return (link) => {
    if (!isRecord(link) || !isRecord(link.sys) || link.sys.type !== 'Link') return undefined;
    return byKey.get(`${link.sys.linkType} ${link.sys.id}`);
  };
}
