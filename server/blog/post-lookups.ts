import type { Post } from '../../shared/blog/post.ts';
import type { Catalogue } from './catalogue.ts';
import { nextToRead, type PostLookup, postLookup } from './lookup.ts';
import type { CachedPost } from './post-cache.ts';
import { type createTags, hasPage, linkOf } from './tags.ts';

/** One of them may be the post itself, of which three others are suggested. */
const LINKS_OF_A_TAG = 4;

/** Cached posts as they are shown: with links to others, which depend on those. */
export function createPostLookups(catalogue: Catalogue, tags: ReturnType<typeof createTags>) {
  function withLinks({ tags: _names, ...post }: Post): Post {
    const found = catalogue.find(post.slug);
    const own = found.state === 'listed' ? tags.of(found.entry) : [];
    const alike = own
      .flatMap(({ posts }) => posts.slice(0, LINKS_OF_A_TAG))
      .sort((one, other) => other.due - one.due);
    const pages = own.filter(hasPage).map(linkOf);
    const next = nextToRead(post, catalogue.shown, alike);
    return { ...post, next, ...(pages.length > 0 && { tagPages: pages }) };
  }

  return function lookup(cached: CachedPost): PostLookup {
    const version = tags.version();
    if (!cached.lookup || cached.tagsVersion !== version) {
      cached.lookup = postLookup(withLinks(cached.post));
      cached.tagsVersion = version;
    }
    return cached.lookup;
  };
}
