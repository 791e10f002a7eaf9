import space from '../../../content/content.json' with { type: 'json' };
import type { ContentPage } from '../../../shared/content-page.ts';
import type { Claims } from '../../../shared/site/claims.ts';
import { DEFAULT_CONTENT_TYPE } from '../../config/site-file/site-file-schema.ts';
import type { ContentSource, PostListPage } from './content-source.ts';
import { parseEntriesResponse, parsePostListPage } from './entries-response.ts';
import { contentTypeOf } from './entry-fields.ts';
import { parseExtras } from './parse-extras.ts';

/** An entry or an asset of an exported space: each field by language. */
interface Exported {
  sys: Record<string, unknown>;
  fields: Record<string, Record<string, unknown>>;
}

/**
 * Returns the delivery API's response if `content/content.json` were imported into a space: the
 * entries of a type in the order of the file, the newest post first, in its one language.
 */
export function sampleResponse(contentType = DEFAULT_CONTENT_TYPE) {
  const { entries, assets } = space as unknown as Record<'entries' | 'assets', Exported[]>;
  const isOfType = ({ sys }: Exported) => contentTypeOf({ sys, fields: {} }) === contentType;
  return {
    sys: { type: 'Array' },
    items: entries.filter(isOfType).map(toDeliveryFormat),
    includes: {
      Entry: entries.filter((entry) => !isOfType(entry)).map(toDeliveryFormat),
      Asset: assets.map(toDeliveryFormat),
    },
  };
}

function toDeliveryFormat({ sys, fields }: Exported): unknown {
  const values = Object.entries(fields).map(([id, languages]) => {
    const [value] = Object.values(languages);
    return [id, id === 'file' ? withSiteUrl(value) : value];
  });
  return { sys, fields: Object.fromEntries(values) };
}

/**
 * Returns the site's URL of an exported file. The URL in an export names the folder of its import.
 */
function withSiteUrl(file: unknown) {
  const { url, ...rest } = file as { url: string };
  return { ...rest, url: url.replace(/^\/\/public\//, '/') };
}

/** The claim that the heading of a sample page would suggest, by the slug of the page. */
const CLAIM_OF_PAGE: { readonly [slug: string]: 'taxis' | 'motorcycles' } = {
  'taxi-drivers': 'taxis',
  motorcyclists: 'motorcycles',
};

/** The posts and pages of a site without a content service, read by the same code as Contentful's. */
export function createSampleSource(
  claims: Partial<Claims> = {},
  posts: object = sampleResponse(),
  pages: object = sampleResponse('page'),
): ContentSource {
  let parsed: (PostListPage & { pages: ContentPage[] }) | undefined;
  const staticPosts = () => {
    parsed ??= {
      ...parsePostListPage(parseEntriesResponse(posts)),
      pages: parseExtras('page', [parseEntriesResponse(pages)]).entries.filter(({ slug }) => {
        const claim = claims[CLAIM_OF_PAGE[slug] as keyof Claims];
        return claim === undefined || Boolean(claim);
      }),
    };
    return parsed;
  };
  return {
    id: 'embedded',
    staticPosts,
    revisions: async () => staticPosts().revisions,
    listExtras: async () => null,
    async listPosts(skip, limit) {
      const { posts, rejected, revisions, total } = staticPosts();
      return { posts: posts.slice(skip, skip + limit), rejected, revisions, total };
    },
    findPost: async (slug) => staticPosts().posts.find((post) => post.slug === slug) ?? null,
  };
}

/**
 * The content of a public site without a content service, because the embedded posts are invented.
 */
const NOTHING = { sys: { type: 'Array' }, items: [] };
export const EMPTY_SOURCE = createSampleSource({}, NOTHING, NOTHING);
