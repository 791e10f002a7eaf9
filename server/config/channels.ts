import type { Environment, VariableName } from './env/variables.ts';

/**
 * All that the rest of the settings, the documents and golive know of a way of delivering requests.
 */
interface ChannelDefinition {
  /** The word that staff see before its receiver. */
  label: string;
  /** Returns the variables that it needs: all or none of them are set. */
  needs(env: Partial<Environment>): readonly VariableName[];
  /** Returns its settings; null when it is off. */
  settings(env: Environment): unknown;
  /** Returns how many independent ways it gives to notify staff of another channel's failure. */
  notifies: (settings: never) => number;
}

/**
 * Every channel, by the name that stores, logs and metrics know it by. A new one is an entry here
 * and its variables, and what delivers, in server/callbacks/deliver.
 */
export const CHANNELS = {
  php: {
    label: 'PHP system',
    needs: () => ['PHP_BACKEND_URL'],
    settings: ({ PHP_BACKEND_URL: url, CALLBACK_SPOOL }: Environment) =>
      url ? { url, spool: CALLBACK_SPOOL === 'on' } : null,
    notifies: () => 0,
  },
  mail: {
    label: 'Email',
    needs: ({ CALLBACK_MAIL_TO, EDITOR_MAIL_TO }: Partial<Environment>) => [
      'SMTP_URL',
      ...(EDITOR_MAIL_TO && !CALLBACK_MAIL_TO ? [] : (['CALLBACK_MAIL_TO'] as const)),
      'CALLBACK_MAIL_FROM',
    ],
    settings: (env: Environment) => mailSettings(env),
    notifies: () => 1, // all addresses share the mail server
  },
  confirmation: {
    label: 'Confirmation email to the caller',
    needs: () => [],
    settings: (env: Environment) =>
      env.CALLBACK_CONFIRMATION === 'on' ? confirmationSettings(env) : null,
    notifies: () => 0,
  },
  webhook: {
    label: 'Connected system (webhook)',
    needs: ({ CALLBACK_WEBHOOK_FORMAT: formats = ['json'] }: Partial<Environment>) =>
      formats.includes('json')
        ? ['CALLBACK_WEBHOOK_URL', 'CALLBACK_WEBHOOK_SECRET']
        : ['CALLBACK_WEBHOOK_URL'],
    settings: webhookReceivers,
    notifies: (receivers: readonly unknown[]) => receivers.length,
  },
} satisfies Record<string, ChannelDefinition>;

export type ChannelKind = keyof typeof CHANNELS;

/** The settings of each channel; null when it is off. */
export type ChannelSettings = {
  [Kind in ChannelKind]: ReturnType<(typeof CHANNELS)[Kind]['settings']>;
};

const DEFINITIONS = Object.entries<ChannelDefinition>(CHANNELS);

export const channelSettings = (env: Environment) =>
  Object.fromEntries(
    DEFINITIONS.map(([kind, { settings }]) => [kind, settings(env)]),
  ) as ChannelSettings;

/** Returns the channels that are on. */
export const enabledChannels = (settings: ChannelSettings) =>
  Object.entries(settings).flatMap(([kind, set]) => (set ? [kind] : []));

/** Returns how many independent ways notify staff of requests, and of a failing channel. */
export const countNotifiers = (settings: ChannelSettings) =>
  DEFINITIONS.map(([kind, { notifies }]) => {
    const set = settings[kind as ChannelKind];
    return set ? notifies(set as never) : 0;
  }).reduce((sum, count) => sum + count);

const senderSettings = ({ SMTP_URL: url, CALLBACK_MAIL_FROM: from }: Environment) =>
  url && from ? { url, from } : null;

/** Returns the sender, and the addresses of staff, which are no caller's; null without a sender. */
function confirmationSettings(env: Environment) {
  const sender = senderSettings(env);
  return sender && { ...sender, staff: env.CALLBACK_MAIL_TO ?? [] };
}

/** Returns the settings of mail to these addresses; null when there are none. */
export function mailSettings(env: Environment, to = env.CALLBACK_MAIL_TO) {
  const sender = senderSettings(env);
  return sender && to?.length ? { ...sender, to } : null;
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

/** Splits the secrets of several receivers. A single receiver's secret may hold commas. */
export const splitSecrets = (secrets: string, receivers: number) =>
  receivers > 1 ? secrets.split(',').map((each) => each.trim()) : [secrets];
