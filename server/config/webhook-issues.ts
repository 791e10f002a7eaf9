import { splitSecrets } from './channels.ts';
import { secret, splitAddresses } from './schemas.ts';

/**
 * Formats and secrets of webhooks are one for all addresses, or one for each.
 * @returns what is wrong among the variables that are set, one per line
 */
export function validateWebhooks(given: Record<string, string>): string[] {
  const issues: string[] = [];
  const receivers = splitAddresses(given.CALLBACK_WEBHOOK_URL ?? '');
  const formats = (given.CALLBACK_WEBHOOK_FORMAT ?? 'json').split(',').map((each) => each.trim());
  if (formats.length > 1 && formats.length !== receivers.length)
    issues.push(
      'CALLBACK_WEBHOOK_FORMAT: must be one format for all addresses, or one for each, in the same order',
    );
  const signed = receivers.filter((_, place) => (formats[place] ?? formats[0]) === 'json').length;
  const secrets = splitSecrets(given.CALLBACK_WEBHOOK_SECRET ?? '', signed);
  const areUsable =
    secrets.length === signed && secrets.every((each) => secret.safeParse(each).success);
  if (secrets.length > 1 && !areUsable)
    issues.push(
      'CALLBACK_WEBHOOK_SECRET: must be one secret for all json addresses, or one for each, each of 16 characters or more',
    );
  return issues;
}
