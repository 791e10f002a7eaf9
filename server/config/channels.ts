import type * as z from 'zod';
import {
  address,
  listOf,
  mailboxes,
  oneOf,
  onOrOff,
  origin,
  secret,
  sender,
  setting,
  type Variable,
  webAddresses,
} from './checks.ts';

type Values<V extends Record<string, Variable>> = z.output<
  z.ZodObject<{ [K in keyof V]: V[K]['check'] }>
>;

/** A way of telling staff of a callback request, as far as it can be set. */
interface ChannelDefinition<V extends Record<string, Variable>, Settings> {
  /** Before its receiver, where staff see it. */
  label: string;
  variables: V;
  /** What must be set for it: all or none. */
  needs(given: Record<string, string>): readonly (keyof V & string)[];
  /** Null while it is off. */
  settings(values: Values<V>): Settings | null;
}

const channel = <const V extends Record<string, Variable>, Settings>(
  definition: ChannelDefinition<V, Settings>,
) => definition;

const php = channel({
  label: 'PHP backend',
  variables: {
    PHP_BACKEND_URL: setting(
      origin('the http or https origin of the PHP backend, such as http://php:8080').optional(),
      'The origin of a PHP backend: forms go to its `/contact.php`.',
      { unset: "the site's own store", example: 'http://php:8080' },
    ),
    CALLBACK_SPOOL: setting(
      onOrOff.default('off'),
      '`on`: what the PHP backend cannot take is kept and delivered later. Needs a store that outlives the process.',
    ),
  },
  needs: () => ['PHP_BACKEND_URL'],
  settings: ({ PHP_BACKEND_URL: url, CALLBACK_SPOOL }) =>
    url ? { url, spool: CALLBACK_SPOOL === 'on' } : null,
});

const mail = channel({
  label: 'E-mail',
  variables: {
    SMTP_URL: setting(
      address(
        ['smtp:', 'smtps:'],
        'the address of a mail server: smtp://… or smtps://…',
      ).optional(),
      'The mail server. Goes with the next two.',
      { example: 'smtps://user:password@mail.example.com' },
    ),
    CALLBACK_MAIL_TO: setting(mailboxes.optional(), 'E-mail addresses, separated by commas.', {
      example: 'claims@example.com, night@example.com',
    }),
    CALLBACK_MAIL_FROM: setting(
      sender.optional(),
      "The sender's address, which the mail server must allow.",
      { example: 'website@example.com' },
    ),
  },
  needs: () => ['SMTP_URL', 'CALLBACK_MAIL_TO', 'CALLBACK_MAIL_FROM'],
  settings: ({ SMTP_URL: url, CALLBACK_MAIL_TO: to, CALLBACK_MAIL_FROM: from }) =>
    url && to && from ? { url, to, from } : null,
});

const confirmation = channel({
  label: 'Confirmation to the caller',
  variables: {
    ...mail.variables,
    CALLBACK_CONFIRMATION: setting(
      onOrOff.default('off'),
      '`on`: the caller gets a mail that the request has come, without what was typed, at most one a day.',
    ),
  },
  needs: () => [],
  settings: ({ CALLBACK_CONFIRMATION, ...values }) =>
    CALLBACK_CONFIRMATION === 'on' ? mail.settings(values) : null,
});

const webhook = channel({
  label: 'Webhook',
  variables: {
    CALLBACK_WEBHOOK_URL: setting(
      webAddresses.optional(),
      'Where requests are posted: addresses, separated by commas. Add another at the end: what waits is for a place in the list.',
      { example: 'https://crm.example.com/callbacks' },
    ),
    CALLBACK_WEBHOOK_FORMAT: setting(
      listOf(oneOf('json', 'slack', 'teams')).prefault('json'),
      '`json` (every field, signed; goes with the secret), `slack` or `teams` (name, number, time). One for all addresses or each: `json, slack`.',
    ),
    CALLBACK_WEBHOOK_SECRET: setting(
      secret.optional(),
      'The key of the signature in `X-Callback-Signature`. One for all addresses with `json` or each, separated by commas.',
    ),
  },
  needs: ({ CALLBACK_WEBHOOK_FORMAT: format = 'json' }) =>
    format.includes('json')
      ? ['CALLBACK_WEBHOOK_URL', 'CALLBACK_WEBHOOK_SECRET']
      : ['CALLBACK_WEBHOOK_URL'],
  settings: ({
    CALLBACK_WEBHOOK_URL: urls,
    CALLBACK_WEBHOOK_FORMAT: formats,
    CALLBACK_WEBHOOK_SECRET: secret = '',
  }) => {
    if (!urls) return null;
    const receivers = urls.map((url, index) => ({ url, format: formats[index] ?? formats[0] }));
    const signed = receivers.filter(({ format }) => format === 'json');
    const secrets = splitSecrets(secret, signed.length);
    return receivers.map((receiver) => ({
      ...receiver,
      secret: secrets[signed.indexOf(receiver)] ?? (secrets[0] as string),
    }));
  },
});

/** The secrets of so many receivers: the comma in the secret of one is part of it. */
export const splitSecrets = (secrets: string, receivers: number) =>
  receivers > 1 ? secrets.split(',').map((each) => each.trim()) : [secrets];

/**
 * Every channel, by the name that stores, logs and metrics know it by. A new one is an entry here
 * and its deliveries in server/callbacks/channels.
 */
export const CHANNELS = { php, mail, confirmation, webhook };
export const CHANNEL_VARIABLES = {
  ...php.variables,
  ...confirmation.variables,
  ...webhook.variables,
};

export type ChannelKind = keyof typeof CHANNELS;

/** What is set for each channel; null for those that are off. */
export type ChannelSettings = {
  [K in ChannelKind]: ReturnType<(typeof CHANNELS)[K]['settings']>;
};

export const channelSettings = (values: Values<typeof CHANNEL_VARIABLES>) =>
  Object.fromEntries(
    Object.entries(CHANNELS).map(([kind, { settings }]) => [kind, settings(values)]),
  ) as ChannelSettings;

/** The channels that are on. */
export const openChannels = (settings: ChannelSettings) =>
  Object.entries(settings).flatMap(([kind, set]) => (set ? [kind] : []));
