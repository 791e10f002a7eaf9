import space from '../../../content/blog.json' with { type: 'json' };
import { parsePostPage, readAnswer } from './delivery-answer.ts';
import type { ContentSource, PostPage } from './source.ts';

/** An entry or an asset of an exported space: each field by language. */
interface Exported {
  sys: object;
  fields: Record<string, Record<string, unknown>>;
}

/**
 * Returns the delivery API's response if `content/blog.json` were imported into a space: the posts,
 * newest first as the file has them, in its one language.
 */
export function sampleAnswer() {
  const { entries, assets } = space as unknown as Record<'entries' | 'assets', Exported[]>;
  return {
    sys: { type: 'Array' },
    items: entries.map(delivered),
    includes: { Asset: assets.map(delivered) },
  };
}

function delivered({ sys, fields }: Exported): unknown {
  const values = Object.entries(fields).map(([id, languages]) => {
    const [value] = Object.values(languages);
    return [id, id === 'file' ? served(value) : value];
  });
  return { sys, fields: Object.fromEntries(values) };
}

/**
 * Returns the site's URL of an exported file. The URL in an export names the folder of its import.
 */
function served(file: unknown) {
  const { url, ...rest } = file as { url: string };
  return { ...rest, url: url.replace(/^\/\/public\//, '/') };
}

/**
 * Creates the source of a site without a content service. The same code parses its posts as
 * Contentful's.
 */
export function createEmbeddedSource(given: object = sampleAnswer()): ContentSource {
  const answer = readAnswer(given);
  let parsed: PostPage | undefined;
  const staticPosts = () => {
    parsed ??= parsePostPage(answer);
    return parsed;
  };
  return {
    id: 'embedded',
    staticPosts,
    revisions: async () => staticPosts().revisions,
    async listPosts(skip, limit) {
      const { posts, ...page } = staticPosts();
      return { ...page, posts: posts.slice(skip, skip + limit) };
    },
    findPost: async (slug) => staticPosts().posts.find((post) => post.slug === slug) ?? null,
  };
}

/**
 * The source of a public site without a content service, because the embedded posts are invented.
 */
export const NO_POSTS = createEmbeddedSource({ sys: { type: 'Array' }, items: [] });
