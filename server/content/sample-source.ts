import space from '../../content/content.json' with { type: 'json' };
import type { Claims } from '../../shared/site/claims.ts';
import { contentTypeOf, toText } from './parse/entry-fields.ts';
import { revisionsOf } from './parse/revisions.ts';
import type { ContentSource, EntryOrAsset, RawContent, TypeRead } from './source.ts';

/** An entry or an asset of an exported space: each field by language. */
interface Exported {
  sys: Record<string, unknown>;
  fields: Record<string, Record<string, unknown>>;
}

/**
 * Returns the delivery API's response if `content/content.json` were imported into a space: the
 * entries of a type in the order of the file, the newest post first, in its one language.
 */
export function sampleResponse(contentType = 'blogPost') {
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

function toDeliveryFormat({ sys, fields }: Exported): EntryOrAsset {
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

const ABSENT: TypeRead = { state: 'absent' };

/** The posts and pages of a site without a content service, read by the same code as Contentful's. */
export function createSampleSource(claims: Partial<Claims> = {}): ContentSource {
  const { items: posts, includes } = sampleResponse();
  const pages = sampleResponse('page').items.filter(({ fields }) => {
    const claim = claims[CLAIM_OF_PAGE[toText(fields.slug)] as keyof Claims];
    return claim === undefined || Boolean(claim);
  });
  const questions = sampleResponse('question').items;
  return createFixedSource('embedded', {
    types: {
      blogPost: { state: 'read', entries: posts },
      page: { state: 'read', entries: pages },
      question: { state: 'read', entries: questions },
      testimonial: ABSENT,
    },
    linked: includes.Asset,
    tagNames: new Map(),
    issues: [],
  });
}

/** The content of a public site without a content service, because the embedded posts are invented. */
export const EMPTY_SOURCE = createFixedSource('nothing', {
  types: {
    blogPost: { state: 'read', entries: [] },
    page: { state: 'read', entries: [] },
    question: ABSENT,
    testimonial: ABSENT,
  },
  linked: [],
  tagNames: new Map(),
  issues: [],
});

function createFixedSource(id: string, raw: RawContent): ContentSource {
  const entries = Object.values(raw.types).flatMap((read) =>
    read.state === 'read' ? read.entries : [],
  );
  return { id, revisions: async () => revisionsOf(entries), read: async () => raw };
}
