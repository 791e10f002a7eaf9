import { CHANNELS, type ChannelKind, type ChannelSettings } from '../../config/channels.ts';
import type { Channel } from '../store/schema.ts';
import type { Attempt, Deliver, Known, Site } from './channel.ts';
import { CONFIRMATION, confirmationReceivers } from './confirmation.ts';
import { mailReceivers } from './mail.ts';
import { phpReceivers } from './php.ts';
import { webhookReceivers } from './webhook.ts';

/** Whoever is told through a channel that is on, each with its deliveries. */
type Receivers<K extends ChannelKind> = (
  settings: NonNullable<ChannelSettings[K]>,
  site: Site,
  known: Known,
) => readonly (readonly [Channel, Deliver])[];

const RECEIVERS: { [K in ChannelKind]: Receivers<K> } = {
  php: phpReceivers,
  mail: mailReceivers,
  confirmation: confirmationReceivers,
  webhook: webhookReceivers,
};

/** Everybody who is told of callback requests, according to the configuration. */
export function configuredChannels(channels: ChannelSettings, site: Site, known: Known) {
  const receivers = <K extends ChannelKind>(kind: K) => {
    const settings = channels[kind];
    return settings ? RECEIVERS[kind](settings, site, known) : [];
  };
  return new Map((Object.keys(RECEIVERS) as ChannelKind[]).flatMap(receivers));
}

/** What becomes of a request that waits for a channel which has been removed from the configuration. */
export const unconfigured = (channel: Channel): Attempt => ({
  kind: channel === CONFIRMATION ? 'delivered' : 'retry',
  reason: 'not configured',
});

/** The name of a channel in logs and metrics: php, webhook, mail or confirmation, without an address. */
export const kindOf = (channel: Channel) => channel.split(':', 1)[0] as string;

/** A channel as staff know it: `E-mail to office@example.com`. */
export function channelName(channel: Channel): string {
  const kind = kindOf(channel);
  const { label } = CHANNELS[kind as ChannelKind] ?? { label: kind };
  return [label, channel.slice(kind.length + 1)].join(' ').trim();
}
