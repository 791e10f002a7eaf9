import type { Config } from '../../config.ts';
import type { Channel } from '../store.ts';
import type { Deliver } from './channel.ts';
import { createMailChannel } from './mail.ts';
import { createPhpChannel } from './php.ts';
import { createWebhookChannel } from './webhook.ts';

/** The channel for requests that the PHP backend could not take. */
export const PHP_CHANNEL: Channel = 'php';

/** Everybody who is told of callback requests, according to the configuration. */
export function configuredChannels({
  phpBackendUrl,
  callbackSpool,
  mail,
  callbackWebhook,
  siteUrl,
}: Pick<Config, 'phpBackendUrl' | 'callbackSpool' | 'mail' | 'callbackWebhook' | 'siteUrl'>): Map<
  Channel,
  Deliver
> {
  const channels = new Map<Channel, Deliver>();
  if (phpBackendUrl && callbackSpool) channels.set(PHP_CHANNEL, createPhpChannel(phpBackendUrl));
  if (callbackWebhook) channels.set('webhook', createWebhookChannel(callbackWebhook));
  for (const to of mail?.to ?? []) {
    const { url: smtpUrl, from } = mail as NonNullable<typeof mail>;
    const settings = { smtpUrl, from, siteHost: new URL(siteUrl).hostname };
    channels.set(`mail:${to}`, createMailChannel(settings, to));
  }
  return channels;
}
