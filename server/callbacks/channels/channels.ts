import { CHANNELS, type ChannelKind, type ChannelSettings } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import type { Channel } from '../store.ts';
import type { Deliver, Site } from './channel.ts';
import { mailReceivers } from './mail.ts';
import { phpReceivers } from './php.ts';
import { webhookReceivers } from './webhook.ts';

/** Whoever is told through a channel that is on, each with its deliveries. */
type Receivers<K extends ChannelKind> = (
  settings: NonNullable<ChannelSettings[K]>,
  site: Site,
) => readonly (readonly [Channel, Deliver])[];

const RECEIVERS: { [K in ChannelKind]: Receivers<K> } = {
  php: phpReceivers,
  mail: mailReceivers,
  webhook: webhookReceivers,
};

/** Everybody who is told of callback requests, according to the configuration. */
export function configuredChannels(
  config: Pick<Config, 'channels' | 'siteUrl' | 'deskUrl'>,
): Map<Channel, Deliver> {
  const receivers = <K extends ChannelKind>(kind: K) => {
    const settings = config.channels[kind];
    return settings ? RECEIVERS[kind](settings, config) : [];
  };
  return new Map((Object.keys(RECEIVERS) as ChannelKind[]).flatMap(receivers));
}

/** The name of a channel in logs and metrics: php, webhook or mail, without an address. */
export const kindOf = (channel: Channel) => channel.split(':', 1)[0] as string;

/** A channel as staff know it: `E-mail to office@example.com`. */
export function channelName(channel: Channel): string {
  const kind = kindOf(channel);
  const { label } = CHANNELS[kind as ChannelKind] ?? { label: kind };
  return [label, channel.slice(kind.length + 1)].join(' ').trim();
}
