import { CHANNELS, type ChannelKind, type ChannelSettings } from '../../config/channels.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import type { ChannelDeps, ConfiguredChannel, DeliveryResult } from './channel.ts';
import { CONFIRMATION, createConfirmationReceivers } from './confirmation.ts';
import { createMailReceivers } from './mail.ts';
import { createPhpReceivers } from './php.ts';
import { createWebhookReceivers } from './webhook.ts';

type CreateReceivers<Settings> = (
  settings: NonNullable<Settings>,
  deps: ChannelDeps,
) => ConfiguredChannel[];

/** The creators of receivers, by channel of server/config/channels.ts. */
const CREATORS: { [Kind in ChannelKind]: CreateReceivers<ChannelSettings[Kind]> } = {
  php: createPhpReceivers,
  mail: createMailReceivers,
  confirmation: createConfirmationReceivers,
  webhook: createWebhookReceivers,
};

/** Creates the receivers of callback requests according to the configuration. */
export const createChannels = (settings: ChannelSettings, deps: ChannelDeps) =>
  (Object.keys(CREATORS) as ChannelKind[]).flatMap((kind) => {
    const set = settings[kind];
    return set ? CREATORS[kind](set as never, deps) : [];
  });

/**
 * Returns the result for a request that waits for a channel which was removed from the
 * configuration.
 */
export const unconfiguredResult = (channel: ChannelId): DeliveryResult => ({
  kind: channel === CONFIRMATION ? 'delivered' : 'retry',
  reason: 'not configured',
});

/**
 * Returns the kind of a channel for logs and metrics, without an address: php, webhook, mail or
 * confirmation.
 */
export const channelKind = (channel: ChannelId) => channel.split(':', 1)[0] as string;

/** Describes a channel to staff: `Email to office@example.com`, `Webhook crm.example.com`. */
export function channelLabel(channel: ChannelId): string {
  const kind = channelKind(channel);
  const { label } = CHANNELS[kind as ChannelKind] ?? { label: kind };
  const receiver = channel.slice(kind.length + 1).replace(/#.*/, '');
  return [label, kind === 'mail' ? 'to' : '', receiver].filter(Boolean).join(' ');
}
