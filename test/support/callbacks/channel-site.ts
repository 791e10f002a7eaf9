import type { Site } from '../../../server/callbacks/channels/channel.ts';
import { PLACEHOLDER_COMPANY } from '../../../shared/site/placeholder-company.ts';

/** What a channel knows of a site, whose desk may have a public address. */
export const channelSite =
  (siteUrl = 'https://www.example.com', deskUrl: string | null = null): Site =>
  () => ({ siteUrl, deskUrl, company: PLACEHOLDER_COMPANY });
