import { countNotifiers } from '../channels.ts';
import type { Config } from '../config.ts';
import { contentKindOf } from '../content-kind.ts';
import { findExampleAddresses } from './example-addresses.ts';
import { compact, type Finding } from './finding.ts';

/** Lists settings that are fine only if the owner means them. */
export function findWarnings(config: Config): Finding[] {
  const { company, legal } = config;
  return compact([
    ...findExampleAddresses(config).map(
      ([name, address]): Finding => [
        `${name} has an address that no one can have: ${address}`,
        'Its domain is reserved for examples, so nothing sent there reaches anyone. Set the real address.',
      ],
    ),
    config.https &&
      config.trustProxy === 0 && [
        'TRUST_PROXY is 0 and SITE_URL is https',
        'If there is a proxy in front, all visitors share one limit for callback requests. Set it to the number of proxies.',
      ],
    config.deskPassword !== null &&
      !config.admin &&
      !config.desk && [
        'DESK_PASSWORD has no effect',
        'The desk has no port. Set DESK_PORT or ADMIN_PORT.',
      ],
    hasOneChannel(config) && [
      'No one would find out if delivery failed',
      'You have only one channel for callback requests. Add a second, or check the desk every day.',
    ],
    contentKindOf(config) === 'none' && [
      'The site has no blog',
      'The menu and sitemap leave it out. If you have posts, put them in the folder posts of SITE_DIR, or set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN.',
    ],
    !config.allowIndexing && ['ALLOW_INDEXING is false', 'Search engines are kept out.'],
    !config.canonicalHost && [
      'CANONICAL_HOST is off',
      'The site answers under every name that points to it. Set it to on.',
    ],
    !config.databaseUrl &&
      config.dataDir === './data' && [
        'Callback requests are kept in ./data',
        'Set DATA_DIR to a folder that is kept between releases and backed up.',
      ],
    config.channels.confirmation !== null && [
      'Callers are sent a confirmation email',
      'Request a callback yourself to test it. Unless the SPF and DKIM records of the sender’s domain allow your mail server, it will go to spam.',
    ],
    config.callbackRetentionDays === 0 && [
      'CALLBACK_RETENTION_DAYS is 0',
      'Personal data is kept for ever; UK GDPR article 5(1)(e) asks for a limit.',
    ],
    !company.ico && [
      'No ICO registration is shown',
      'Most companies must pay the data protection fee: set company.ico in the site file.',
    ],
    !company.officeHours && ['No opening times of the office', 'Set company.officeHours.'],
    !(legal?.termsFrom && legal.privacyFrom && legal.complaintsFrom) && [
      'Legal pages have no date',
      'Set legal.termsFrom, privacyFrom and complaintsFrom in the site file.',
    ],
  ]);
}

/** A PHP backend hears of no failure. */
function hasOneChannel({ channels }: Config): boolean {
  const notifiers = countNotifiers(channels);
  return notifiers === 1 || (notifiers === 0 && channels.php?.spool === true);
}
