import { secret, splitAddresses } from './checks.ts';
import type { Environment, Name } from './variables.ts';

/** A way of telling staff of a callback request. Its settings are in `channelSettings`. */
interface ChannelDefinition {
  /** Before its receiver, where staff see it. */
  label: string;
  /** What must be set for it: all or none. */
  needs(given: Record<string, string>): readonly Name[];
}

/**
 * Every channel, by the name that stores, logs and metrics know it by. A new one is an entry here,
 * its settings below and its deliveries in server/callbacks/channels.
 */
export const CHANNELS = {
  php: {
    label: 'PHP backend',
    needs: () => ['PHP_BACKEND_URL'],
  },
  mail: {
    label: 'E-mail',
    needs: () => ['SMTP_URL', 'CALLBACK_MAIL_TO', 'CALLBACK_MAIL_FROM'],
  },
  confirmation: {
    label: 'Confirmation to the caller',
    needs: () => [],
  },
  webhook: {
    label: 'Webhook',
    needs: ({ CALLBACK_WEBHOOK_FORMAT: format = 'json' }) =>
      format.includes('json')
        ? ['CALLBACK_WEBHOOK_URL', 'CALLBACK_WEBHOOK_SECRET']
        : ['CALLBACK_WEBHOOK_URL'],
  },
} satisfies Record<string, ChannelDefinition>;

export type ChannelKind = keyof typeof CHANNELS;

export type ChannelSettings = ReturnType<typeof channelSettings>;

/** What is set for each channel; null for those that are off. */
export function channelSettings(env: Environment) {
  const { PHP_BACKEND_URL, CALLBACK_SPOOL } = env;
  const php = PHP_BACKEND_URL ? { url: PHP_BACKEND_URL, spool: CALLBACK_SPOOL === 'on' } : null;
  const { SMTP_URL: url, CALLBACK_MAIL_TO: to, CALLBACK_MAIL_FROM: from } = env;
  const mail = url && to && from ? { url, to, from } : null;
  const confirmation = env.CALLBACK_CONFIRMATION === 'on' ? mail : null;
  return { php, mail, confirmation, webhook: webhookReceivers(env) } satisfies Record<
    ChannelKind,
    unknown
  >;
}

function webhookReceivers(env: Environment) {
  const { CALLBACK_WEBHOOK_URL: urls, CALLBACK_WEBHOOK_FORMAT: formats } = env;
  if (!urls) return null;
  const receivers = urls.map((url, index) => ({ url, format: formats[index] ?? formats[0] }));
  const signed = receivers.filter(({ format }) => format === 'json');
  const secrets = splitSecrets(env.CALLBACK_WEBHOOK_SECRET ?? '', signed.length);
  return receivers.map((receiver) => ({
    ...receiver,
    secret: secrets[signed.indexOf(receiver)] ?? (secrets[0] as string),
  }));
}

/** The secrets of so many receivers: the comma in the secret of one is part of it. */
const splitSecrets = (secrets: string, receivers: number) =>
  receivers > 1 ? secrets.split(',').map((each) => each.trim()) : [secrets];

/**
 * Formats and secrets of webhooks are one for all addresses, or one for each.
 * @returns what is wrong among the variables that are set, one per line
 */
export function faultsOfWebhooks(given: Record<string, string>): string[] {
  const faults: string[] = [];
  const receivers = splitAddresses(given.CALLBACK_WEBHOOK_URL ?? '');
  const formats = (given.CALLBACK_WEBHOOK_FORMAT ?? 'json').split(',').map((each) => each.trim());
  if (formats.length > 1 && formats.length !== receivers.length)
    faults.push(
      'CALLBACK_WEBHOOK_FORMAT: must be one format for all addresses, or one for each, in the same order',
    );
  const signed = receivers.filter((_, place) => (formats[place] ?? formats[0]) === 'json').length;
  const secrets = splitSecrets(given.CALLBACK_WEBHOOK_SECRET ?? '', signed);
  const areUsable =
    secrets.length === signed && secrets.every((each) => secret.safeParse(each).success);
  if (secrets.length > 1 && !areUsable)
    faults.push(
      'CALLBACK_WEBHOOK_SECRET: must be one secret for all json addresses, or one for each, each of 16 characters or more',
    );
  return faults;
}

/** The channels that are on. */
export const openChannels = (settings: ChannelSettings) =>
  Object.entries(settings).flatMap(([kind, set]) => (set ? [kind] : []));
