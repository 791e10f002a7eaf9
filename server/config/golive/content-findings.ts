import { matchPathname, matchRoute, type RouteMatch } from '../../../shared/routes.ts';
import type { Config } from '../config.ts';
import { followRedirects } from '../site-file/redirects.ts';
import type { Finding } from './finding.ts';

/** A page of the content service: no claim's switch reaches its words. */
export interface PageToConfirm {
  slug: string;
  title: string;
}

/** The entries of the content service that readers see. */
export interface PublishedContent {
  pages: readonly PageToConfirm[];
  posts: readonly { slug: string }[];
}

export const NO_CONTENT: PublishedContent = { pages: [], posts: [] };

const UNKNOWN: Finding = [
  'The pages of the content service could not be read',
  'Check the claims that they make, or run this again later.',
];

/**
 * Lists what is wrong between the site file's redirects and the content service.
 * @param content null when the service did not answer
 */
export const findContentWarnings = (
  config: Config,
  content: PublishedContent | null,
): readonly Finding[] =>
  content ? [...lostRedirects(config, content), ...idleRedirects(config, content)] : [UNKNOWN];

/** Asks for a look at a page's words. */
export const pageToConfirm = ({ slug, title }: PageToConfirm): Finding => [
  `The page "${title}" at /${slug}`,
  slug === 'credit-hire'
    ? `${CONFIRM_WORDS} Does it compare the ways to claim? Other pages link to it for that.`
    : CONFIRM_WORDS,
];

const CONFIRM_WORDS =
  'Read it: a claim that you switch off stays in the words of a page. Keep evidence of each that it makes.';

/** Lists redirects to pages and posts of the content service that are not there. */
function lostRedirects({ redirects }: Config, { pages, posts }: PublishedContent): Finding[] {
  const slugsOf = (entries: readonly { slug: string }[]) =>
    new Set(entries.map(({ slug }) => slug));
  const slugs: { readonly [kind: string]: ReadonlySet<string> } = {
    page: slugsOf(pages),
    post: slugsOf(posts),
  };
  const isThere = ({ route, slug }: RouteMatch) => slugs[route.data]?.has(slug) === true;
  return [...redirects.keys()].flatMap((from): Finding[] => {
    const to = followRedirects(from, redirects, isThere) as string;
    const { route, slug } = matchPathname(to.replace(/#.*/, ''));
    return slugs[route.data]?.has(slug) === false
      ? [
          [
            `The redirect of ${from} leads to ${to}, where no ${route.data} is`,
            `Publish a ${route.data} with this slug, or correct the redirect in the site file.`,
          ],
        ]
      : [];
  });
}

/** Lists redirects from the address of a published post, which wins over them. */
function idleRedirects({ redirects }: Config, { posts }: PublishedContent): Finding[] {
  const slugs = new Set(posts.map(({ slug }) => slug));
  return [...redirects.keys()]
    .filter((from) => {
      const { route, slug } = matchRoute(from);
      return route.data === 'post' && slugs.has(slug);
    })
    .map((from) => [
      `The redirect of ${from} has no effect: a published post has this address`,
      'Remove the redirect from the site file, or unpublish the post.',
    ]);
}
