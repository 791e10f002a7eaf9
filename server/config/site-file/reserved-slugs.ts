import { ROUTES } from '../../../shared/routes.ts';

/** First parts of the addresses of endpoints, files and folders, as far as a slug can have them. */
const OTHER_ADDRESSES = [
  'api',
  'callbacks',
  'covers',
  'healthz',
  'media',
  'preview',
  'readyz',
  'reports',
  'search',
  'social',
  'static',
  'vitals',
  'webhooks',
];

/**
 * Slugs that no page of the content service can have, because the site itself has something there.
 * A test compares them with the tables of addresses, and with the pattern in `content/`.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [...ROUTES.map(({ path }) => path.split('/')[1] as string), ...OTHER_ADDRESSES].filter(
    (slug) => slug !== '' && !slug.startsWith(':'),
  ),
);
