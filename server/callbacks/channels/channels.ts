import { CHANNELS, type ChannelKind, type ChannelSettings } from '../../config/channels.ts';
import type { Deliveries } from '../store/deliveries.ts';
import type { Channel } from '../store/schema.ts';
import { type Attempt, type Receiver, receiverId, type Site } from './channel.ts';
import { CONFIRMATION, createConfirmation } from './confirmation.ts';
import { createMailChannel, createMailNotice } from './mail.ts';
import { createPhpChannel, PHP_CHANNEL } from './php.ts';
import { createWebhookChannel, createWebhookNotice } from './webhook.ts';

/** Everybody to whom callback requests are delivered, according to the configuration. */
export function configuredReceivers(
  { php, mail, confirmation, webhook }: ChannelSettings,
  site: Site,
  deliveries: Pick<Deliveries, 'confirms'>,
): Receiver[] {
  const receivers: Receiver[] = [];
  // What PHP could not take is delivered to it later, if anything is kept for it.
  if (php?.spool) receivers.push({ channel: PHP_CHANNEL, deliver: createPhpChannel(php.url) });
  if (mail)
    for (const to of mail.to)
      receivers.push({
        channel: `mail:${to}`,
        deliver: createMailChannel(mail, site, to),
        notify: createMailNotice(mail, to),
      });
  if (confirmation)
    receivers.push({
      channel: CONFIRMATION,
      deliver: createConfirmation(confirmation, site, deliveries),
    });
  for (const [index, settings] of (webhook ?? []).entries())
    receivers.push({
      channel: receiverId('webhook', settings.url),
      formerChannel: index === 0 ? 'webhook' : `webhook:${index + 1}`,
      deliver: createWebhookChannel(settings, site),
      notify: createWebhookNotice(settings),
    });
  return receivers;
}

/** What becomes of a request that waits for a channel which has been removed from the configuration. */
export const unconfigured = (channel: Channel): Attempt => ({
  kind: channel === CONFIRMATION ? 'delivered' : 'retry',
  reason: 'not configured',
});

/** The name of a channel in logs and metrics: php, webhook, mail or confirmation, without an address. */
export const kindOf = (channel: Channel) => channel.split(':', 1)[0] as string;

/** A channel as staff know it: `Email to office@example.com`, `Webhook crm.example.com`. */
export function channelName(channel: Channel): string {
  const kind = kindOf(channel);
  const { label } = CHANNELS[kind as ChannelKind] ?? { label: kind };
  const receiver = channel.slice(kind.length + 1).replace(/#.*/, '');
  return [label, kind === 'mail' ? 'to' : '', receiver].filter(Boolean).join(' ');
}
