import { contentPagePath, isCorePage } from '../../../shared/routes.ts';
import { publishedClaims } from '../claims/claims.ts';
import type { Config } from '../config.ts';
import type { PublishedContent } from './content-findings.ts';
import type { Finding } from './finding.ts';

/**
 * Leaves out pages whose text the owner has replaced.
 * @param pages a list of paths, or a description of them that stays as it is
 */
function withoutReplacedPages(pages: string, replaced: ReadonlySet<string>): string {
  const paths = pages.split(/, | and /);
  if (!paths.every((path) => /^\/[a-z-]*$/.test(path))) return pages;
  return paths.filter((path) => !replaced.has(path)).join(', ');
}

/**
 * Lists what is true only with evidence: claims, what `proof` shows, and the rating, which changes
 * with every review.
 * @param ownPages pages of the content, some of which replace the text of a core page
 */
export function listClaimsToConfirm(
  config: Config,
  ownPages: PublishedContent['pages'],
): Finding[] {
  const { reviews } = config.company;
  const replaced = new Set(
    ownPages
      .map(({ slug }) => slug)
      .filter(isCorePage)
      .map(contentPagePath),
  );
  const claims = publishedClaims(config).flatMap(({ words, pages, evidence }): Finding[] => {
    const shownOn = withoutReplacedPages(pages, replaced);
    return shownOn ? [[`"${words}" on ${shownOn}`, evidence]] : [];
  });
  if (config.proof) claims.push(CALLBACK_PROOF);
  if (!reviews) return claims;
  const { name, rating, url } = reviews;
  return [...claims, [`"Rated ${rating}" on ${name}`, `Compare it with ${url}, every month.`]];
}

/** The sentence that `proof` shows, and how server/callbacks/callback-proof.ts counts it. */
const CALLBACK_PROOF: Finding = [
  '"Last month we called back within N minutes" on /, /contact',
  'Counted every day from the desk: the median time from a request of the last whole month to its first saved outcome, in your office hours if you give them. Possible spam is left out, a request that no one called counts as the longest, and with fewer than 30 requests nothing is shown. Staff must save an outcome for each call. If they do not, set proof to false in the site file.',
];
