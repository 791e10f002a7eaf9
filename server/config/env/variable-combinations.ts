import type * as z from 'zod';
import { CHANNELS, splitSecrets } from '../channels.ts';
import { secret } from './variable-schemas.ts';
import type { Environment, VariableName } from './variables.ts';

/** Groups of variables of which all or none are set. Channels have groups of their own. */
const ALL_OR_NONE: readonly (readonly VariableName[])[] = [
  ['CONTENTFUL_SPACE_ID', 'CONTENTFUL_ACCESS_TOKEN'],
];

/** Pairs `[variable, required]`: the first has no effect without the second. */
const REQUIRES: readonly (readonly [name: VariableName, needed: VariableName])[] = [
  ['CONTENTFUL_PREVIEW_TOKEN', 'PREVIEW_SECRET'],
  ['CONTENTFUL_PREVIEW_TOKEN', 'CONTENTFUL_SPACE_ID'],
  ['DESK_PORT', 'DESK_PASSWORD'],
  ['EDITOR_MAIL_TO', 'SMTP_URL'],
  ['EDITOR_MAIL_TO', 'CALLBACK_MAIL_FROM'],
];

/** Pairs `[variable, required]`: the first can be `on` only if the second is set. */
const ON_REQUIRES: readonly (readonly [name: VariableName, needed: VariableName])[] = [
  ['CANONICAL_HOST', 'SITE_URL'],
  ['CALLBACK_SPOOL', 'PHP_BACKEND_URL'],
  ['CALLBACK_CONFIRMATION', 'SMTP_URL'],
];

/**
 * Ports that differ whatever their hosts, so that `/metrics` never gets onto the public one. Several
 * may be 0, for any free port.
 */
const DIFFERENT_PORTS = [
  ['ADMIN_PORT', 'PORT'],
  ['DESK_PORT', 'PORT'],
  ['DESK_PORT', 'ADMIN_PORT'],
] as const;

/** Reports an issue of a variable, and of those that it needs. */
type Report = (name: VariableName, message: string, ...needed: VariableName[]) => void;

/** Reports variables that need or exclude each other. */
export function checkTogether(env: Environment, context: z.core.$RefinementCtx): void {
  const report: Report = (name, message, ...needed) =>
    context.addIssue({ code: 'custom', path: [name, ...needed], message });
  const isSet = (name: VariableName) => env[name] !== undefined;
  const groups = [...ALL_OR_NONE, ...Object.values(CHANNELS).map(({ needs }) => needs(env))];
  for (const group of groups) {
    const present = group.filter(isSet);
    if (present.length === 0) continue;
    const because = `${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set`;
    for (const name of group) if (!isSet(name)) report(name, `must be set too, because ${because}`);
  }
  for (const [name, needed] of REQUIRES)
    if (isSet(name) && !isSet(needed)) report(needed, `must be set too, because ${name} is set`);
  for (const [name, needed] of ON_REQUIRES)
    if (env[name] === 'on' && !isSet(needed))
      report(name, `can be on only if ${needed} is set`, needed);
  for (const [name, other] of DIFFERENT_PORTS)
    if (env[name] && env[name] === env[other]) report(name, `must differ from ${other}`);
  checkWebhooks(env, report);
}

/** Reports formats and secrets of webhooks that are neither one for all addresses nor one each. */
function checkWebhooks(env: Environment, report: Report): void {
  const receivers = env.CALLBACK_WEBHOOK_URL ?? [];
  const formats = env.CALLBACK_WEBHOOK_FORMAT;
  if (formats.length > 1 && formats.length !== receivers.length)
    report(
      'CALLBACK_WEBHOOK_FORMAT',
      'must be one format for all addresses, or one for each, in the same order',
    );
  const signed = receivers.filter((_, index) => (formats[index] ?? formats[0]) === 'json').length;
  const secrets = splitSecrets(env.CALLBACK_WEBHOOK_SECRET ?? '', signed);
  const areUsable =
    secrets.length === signed && secrets.every((each) => secret.safeParse(each).success);
  if (secrets.length > 1 && !areUsable)
    report(
      'CALLBACK_WEBHOOK_SECRET',
      'must be one secret for all json addresses, or one for each, each of 16 characters or more',
    );
}
