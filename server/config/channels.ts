import type * as z from 'zod';
import {
  address,
  mailboxes,
  onOrOff,
  origin,
  secret,
  sender,
  someOf,
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
    PHP_BACKEND_URL: {
      check: origin(
        'the http or https origin of the PHP backend, such as http://php:8080',
      ).optional(),
      unset: "the site's own store",
      example: 'http://php:8080',
      meaning: 'The origin of the PHP backend: forms go to its `/contact.php`.',
    },
    CALLBACK_SPOOL: {
      check: onOrOff.default('off'),
      meaning:
        '`on`: requests that the PHP backend cannot take are kept and delivered later, and the visitor is told that all is well. Needs a store that outlives the process.',
    },
  },
  needs: () => ['PHP_BACKEND_URL'],
  settings: ({ PHP_BACKEND_URL: url, CALLBACK_SPOOL }) =>
    url ? { url, spool: CALLBACK_SPOOL === 'on' } : null,
});

const mail = channel({
  label: 'E-mail to',
  variables: {
    SMTP_URL: {
      check: address(
        ['smtp:', 'smtps:'],
        'the address of a mail server: smtp://… or smtps://…',
      ).optional(),
      unset: 'off',
      example: 'smtps://user:password@mail.example.com',
      meaning:
        'Every callback request is mailed through this server. Goes with `CALLBACK_MAIL_TO` and `CALLBACK_MAIL_FROM`.',
    },
    CALLBACK_MAIL_TO: {
      check: mailboxes.optional(),
      unset: 'off',
      example: 'claims@example.com, night@example.com',
      meaning: 'Who receives them: e-mail addresses separated by commas.',
    },
    CALLBACK_MAIL_FROM: {
      check: sender.optional(),
      unset: 'off',
      example: 'website@example.com',
      meaning: "The sender's address, which the mail server must allow.",
    },
  },
  needs: () => ['SMTP_URL', 'CALLBACK_MAIL_TO', 'CALLBACK_MAIL_FROM'],
  settings: ({ SMTP_URL: url, CALLBACK_MAIL_TO: to, CALLBACK_MAIL_FROM: from }) =>
    url && to && from ? { url, to, from } : null,
});

const confirmation = channel({
  label: 'Confirmation to the caller',
  variables: {
    ...mail.variables,
    CALLBACK_CONFIRMATION: {
      check: onOrOff.default('off'),
      meaning:
        '`on`: the caller gets one mail that says the request has come, at most one an address and day. It goes through `SMTP_URL`, with nothing in it that was typed.',
    },
  },
  needs: () => [],
  settings: ({ CALLBACK_CONFIRMATION, ...values }) =>
    CALLBACK_CONFIRMATION === 'on' ? mail.settings(values) : null,
});

const webhook = channel({
  label: 'Webhook',
  variables: {
    CALLBACK_WEBHOOK_URL: {
      check: webAddresses.optional(),
      unset: 'off',
      example: 'https://crm.example.com/callbacks',
      meaning:
        'Every callback request is posted there: addresses separated by commas, each told by itself. Add another at the end: what waits is for the place in the list.',
    },
    CALLBACK_WEBHOOK_FORMAT: {
      check: someOf('json', 'slack', 'teams').prefault('json'),
      meaning:
        'What is read there: `json` is every field, signed, and goes with `CALLBACK_WEBHOOK_SECRET`; `slack` and `teams` are messages for an incoming webhook of theirs, with name, number and time. One for all addresses, or one for each: `json, slack`.',
    },
    CALLBACK_WEBHOOK_SECRET: {
      check: secret.optional(),
      unset: 'off',
      meaning: 'The key of the signature in `X-Callback-Signature`, 16 characters or more.',
    },
  },
  needs: ({ CALLBACK_WEBHOOK_FORMAT: format = 'json' }) =>
    format.includes('json')
      ? ['CALLBACK_WEBHOOK_URL', 'CALLBACK_WEBHOOK_SECRET']
      : ['CALLBACK_WEBHOOK_URL'],
  settings: ({
    CALLBACK_WEBHOOK_URL: urls,
    CALLBACK_WEBHOOK_FORMAT: formats,
    CALLBACK_WEBHOOK_SECRET: secret = '',
  }) =>
    urls ? urls.map((url, index) => ({ url, format: formats[index] ?? formats[0], secret })) : null,
});

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
