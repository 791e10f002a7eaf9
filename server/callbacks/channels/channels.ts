import { CHANNELS, type ChannelKind } from '../../config/channels.ts';
import type { Channel } from '../store/schema.ts';
import type { Attempt, Receivers } from './channel.ts';
import { CONFIRMATION, confirmationReceivers } from './confirmation.ts';
import { mailReceivers } from './mail.ts';
import { phpReceivers } from './php.ts';
import { webhookReceivers } from './webhook.ts';

const RECEIVERS: Record<ChannelKind, Receivers> = {
  php: phpReceivers,
  mail: mailReceivers,
  confirmation: confirmationReceivers,
  webhook: webhookReceivers,
};

/** Everybody to whom callback requests are delivered, according to the configuration. */
export const configuredReceivers = (...known: Parameters<Receivers>) =>
  Object.values(RECEIVERS).flatMap((receivers) => receivers(...known));

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
  const receiver = channel.slice(kind.length + 1);
  return [label, kind === 'mail' ? 'to' : '', receiver].filter(Boolean).join(' ');
}
