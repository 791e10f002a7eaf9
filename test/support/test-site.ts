import { PLACEHOLDER_COMPANY, SPECIFIED_FACTS } from '../../shared/site/placeholder-company.ts';
import type { Site } from '../../shared/site/site-context.ts';

/** A site for components that are rendered without a server. */
export const TEST_SITE: Site = {
  url: 'http://site.test',
  indexing: true,
  vitalsSampleRate: 0,
  serviceWorker: false,
  company: { ...PLACEHOLDER_COMPANY, ...SPECIFIED_FACTS },
  samplePosts: false,
};
