import type { SiteUrls } from '../../../server/callbacks/deliver/channel.ts';
import type { DueDelivery } from '../../../server/callbacks/store/deliveries.ts';
import type { CallbackFields } from '../../../shared/callback/fields.ts';
import { callbackFields } from '../typed.ts';

/** Returns the URLs of a site, whose desk may have a public one. */
export const siteUrls = (deskUrl: string | null = null): SiteUrls => ({
  siteUrl: 'https://www.example.com',
  deskUrl,
});

/** A signal of a process that is not being stopped. */
export const neverAborted = new AbortController().signal;

/** The first delivery of what somebody typed. */
export const dueDelivery = (
  fields: Partial<CallbackFields>,
  others: Partial<DueDelivery> = {},
): DueDelivery => ({
  id: 'b1f7c9aa-0000-4000-8000-000000000001',
  receivedAt: '2026-07-01T12:05:00.000Z',
  fields: callbackFields({
    name: 'Ann',
    mobile: '07700 900199',
    email: 'zoe@example.com',
    ...fields,
  }),
  page: null,
  source: null,
  flags: [],
  channel: 'of the test',
  attempts: 1,
  since: '2026-07-01T12:05:00.000Z',
  ...others,
});
