import { createWording } from '../../../shared/site/claims.ts';
import { CHANNELS, enabledChannels } from '../channels.ts';
import { type Config, placeholderVariables } from '../config.ts';
import { contentKindOf } from '../content-kind.ts';
import { findUnreachableRecipients } from './example-addresses.ts';
import { compact, type Finding } from './finding.ts';

/** Lists what would make the site untrue, or keep a callback request from people. */
export function findBlockers(config: Config): Finding[] {
  const channelVariables = Object.values(CHANNELS).map(({ needs }) => needs({}).join(', '));
  return compact([
    !config.siteUrlIsSet && [
      'SITE_URL is not set',
      'Search engines and shared links would point to localhost. Set it to the public address.',
    ],
    config.siteUrlIsSet &&
      !config.https && [
        'SITE_URL is not https',
        'The site shows sample reviews and posts, and forms are sent unencrypted. Use an https address.',
      ],
    ...placeholderVariables(config.company).map(
      (variable): Finding => [
        `${variable} is still a placeholder`,
        'Set this variable, or the fact under "company" in the site file.',
      ],
    ),
    ...findUnreachableRecipients(config).map(
      ([name, address]): Finding => [
        `${name} has an address that reaches no one: ${address}`,
        'Its domain is reserved for examples, or it is no email address. Set the real address.',
      ],
    ),
    Boolean(config.company.lineHours && createWording(config).dayAndNight) && [
      'The 24-hour helpline has opening hours, but pages say 24/7',
      'In the site file, remove lineHours or set claims.helpline24h to false.',
    ],
    !config.testimonials && [
      'The testimonials are samples',
      'Add real ones to the site file, or an empty list. A public site does not show the samples.',
    ],
    contentKindOf(config) === 'samples' && [
      'The posts are samples',
      'Write posts of your own in the folder posts of SITE_DIR, or set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN. Without either, a public site has no blog.',
    ],
    enabledChannels(config.channels).length === 0 && [
      'No one is told about callback requests',
      `Set one of these: ${channelVariables.filter(Boolean).join('; or ')}.`,
    ],
  ]);
}
