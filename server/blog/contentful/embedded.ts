import space from '../../../content/blog.json' with { type: 'json' };
import { type Facts, wordingOf } from '../../../shared/site/claims.ts';
import { readAnswer, readCatalogue, readPosts } from './delivery-answer.ts';
import type { BlogSource, Content } from './source.ts';

/** An entry or an asset of an exported space: each field by language. */
interface Exported {
  sys: object;
  fields: Record<string, Record<string, unknown>>;
}

/**
 * What the delivery API would answer once `content/blog.json` is imported into a space: the posts,
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

/** The same with the claims of a company. */
export function claimingAnswer(facts: Facts): object {
  const text = sampleClaims(facts).reduce(
    (json, [claimed, instead]) => json.replaceAll(claimed, instead),
    JSON.stringify(sampleAnswer()),
  );
  return JSON.parse(text);
}

function delivered({ sys, fields }: Exported): unknown {
  const values = Object.entries(fields).map(([id, languages]) => {
    const [value] = Object.values(languages);
    return [id, id === 'file' ? served(value) : value];
  });
  return { sys, fields: Object.fromEntries(values) };
}

/** Its address in an export names the folder that an import takes it from; the site serves that. */
function served(file: unknown) {
  const { url, ...rest } = file as { url: string };
  return { ...rest, url: url.replace(/^\/\/public\//, '/') };
}

/** The posts of a site without a content service, read by the same code as Contentful's. */
export function createEmbeddedSource(given: object = sampleAnswer()): BlogSource {
  const answer = readAnswer(given);
  let content: Content | undefined;
  const fixed = () => {
    content ??= { entries: readCatalogue(answer.items), posts: readPosts(answer) };
    return content;
  };
  return {
    id: 'embedded',
    fixed,
    catalogue: async () => fixed().entries,
    list: async (skip, limit) => fixed().posts.slice(skip, skip + limit),
    post: async (slug) => fixed().posts.find(({ post }) => post.slug === slug) ?? null,
  };
}

/** On a public site without a content service, because the embedded posts are invented. */
export const NO_POSTS = createEmbeddedSource({ sys: { type: 'Array' }, items: [] });

/** What content/blog.json claims, each with what stands there under the claims of a company. */
export function sampleClaims(facts: Facts): [claimed: string, instead: string][] {
  const { weeks, noExcess, brandedParts, dayAndNight, ...wording } = wordingOf(facts);
  const hours = wording.hours.replace('\u00a0', ' ');
  const vehicle = wording.vehicle.replace('\u00a0', ' ');
  const claims: [claimed: string, isMade: boolean | string, instead?: string][] = [
    [', normally in about 10 hours. In some cases it is 10 hours or less.', hours, '.'],
    ['About 10 hours', hours, 'Next'],
    [
      'The claims process takes 2–4\u00a0weeks. Here is what happens in that time',
      weeks,
      'Here is what happens while a claim goes on',
    ],
    [
      'The claims process takes 2–4\u00a0weeks when fault is accepted. Most of that time',
      weeks,
      'Most of the time',
    ],
    ['The 2–4\u00a0weeks are for a claim that nobody disputes. It takes', weeks, 'A claim takes'],
    [', and there is no excess to pay', noExcess],
    [' with branded parts', brandedParts],
    [' at any hour of the day', dayAndNight],
    [', at any hour', dayAndNight],
    ['Out at any hour', dayAndNight, 'Out on the road'],
    [' Recovery is available 24/7.', dayAndNight],
    [
      'Recovery and our 24-hour helpline run 24/7, and that includes Christmas Day and New Year’s Day. ',
      dayAndNight,
    ],
    [': we are here', dayAndNight, ' on the road'],
  ];
  return [
    ...claims.map(([claimed, isMade, instead = '']): [string, string] => [
      claimed,
      isMade ? claimed : instead,
    ]),
    ['10 hours', hours],
    ['2–4\u00a0weeks', weeks],
    ['grade A, under 3 years old and fully comprehensively insured', vehicle],
  ];
}
