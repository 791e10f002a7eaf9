import space from '../../../content/blog.json' with { type: 'json' };
import { type Facts, wordingOf } from '../../../shared/site/claims.ts';
import { readAnswer, readCatalogue, readPosts } from './delivery-answer.ts';
import type { BlogSource, FetchedPost } from './source.ts';

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
  let posts: readonly FetchedPost[] | undefined;
  const fixed = () => {
    posts ??= readPosts(answer);
    return posts;
  };
  return {
    id: 'embedded',
    fixed,
    catalogue: async () => readCatalogue(answer.items),
    list: async (skip, limit) => fixed().slice(skip, skip + limit),
    post: async (slug) => fixed().find(({ post }) => post.slug === slug) ?? null,
  };
}

/** On a public site without a content service, because the embedded posts are invented. */
export const NO_POSTS = createEmbeddedSource({ sys: { type: 'Array' }, items: [] });

/** What content/blog.json claims, each with what stands there under the claims of a company. */
export function sampleClaims(facts: Facts): [claimed: string, instead: string][] {
  const { weeks, noExcess, brandedParts, dayAndNight, ...wording } = wordingOf(facts);
  const hours = wording.hours.replace('\u00a0', ' ');
  const where = (isClaimed: boolean, claimed: string, instead = ''): [string, string] => [
    claimed,
    isClaimed ? claimed : instead,
  ];
  const inHours = (claimed: string, instead: string): [string, string] => [
    claimed,
    hours ? claimed.replaceAll('10 hours', hours) : instead,
  ];
  const inWeeks = (claimed: string, instead: string): [string, string] => [
    claimed,
    weeks ? claimed.replace('2–4\u00a0weeks', weeks) : instead,
  ];
  return [
    inHours(', normally in about 10 hours. In some cases it is 10 hours or less.', '.'),
    inHours('About 10 hours', 'Next'),
    inWeeks(
      'The claims process takes 2–4\u00a0weeks. Here is what happens in that time',
      'Here is what happens while a claim goes on',
    ),
    inWeeks(
      'The claims process takes 2–4\u00a0weeks when fault is accepted. Most of that time',
      'Most of the time',
    ),
    inWeeks('The 2–4\u00a0weeks are for a claim that nobody disputes. It takes', 'A claim takes'),
    [
      'grade A, under 3 years old and fully comprehensively insured',
      wording.vehicle.replace('\u00a0', ' '),
    ],
    where(noExcess, ', and there is no excess to pay'),
    where(brandedParts, ' with branded parts'),
    where(dayAndNight, ' at any hour of the day'),
    where(dayAndNight, ', at any hour'),
    where(dayAndNight, 'Out at any hour', 'Out on the road'),
    where(dayAndNight, ' Recovery is available 24/7.'),
    where(
      dayAndNight,
      'Recovery and our 24-hour helpline run 24/7, and that includes Christmas Day and New Year’s Day. ',
    ),
    where(dayAndNight, ': we are here', ' on the road'),
  ];
}
