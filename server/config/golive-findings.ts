import { contentPagePath, isCorePage } from '../../shared/routes.ts';
import { createWording } from '../../shared/site/claims.ts';
import { CHANNELS, countNotifiers, enabledChannels } from './channels.ts';
import { publishedClaims } from './claims/claims.ts';
import { type Config, placeholderVariables } from './config.ts';
import {
  findContentWarnings,
  NO_CONTENT,
  type PublishedContent,
  pageToConfirm,
} from './content-findings.ts';
import { contentKindOf } from './content-kind.ts';
import { findExampleAddresses, findUnreachableRecipients } from './example-addresses.ts';
import type { Finding } from './finding.ts';

const FOR_THE_SOLICITOR: readonly Finding[] = [
  ['/terms', 'Liability, governing law and the date the terms apply from.'],
  ['/privacy-policy', 'Purposes, lawful basis, recipients, retention, rights and complaints.'],
  [
    '/complaints',
    'How people can complain about their personal data (required since 19 June 2026).',
  ],
  [
    '/credit-hire and the FAQ',
    'Who pays if a claim is disputed or fails, the other ways to claim, and telling the insurer.',
  ],
  ['the hire agreement', 'That it says the same as the table on /credit-hire, row by row.'],
  ['the whole site', 'Each line of docs/legal.md, and whether you need permission from the FCA.'],
];

/** Channels that the mail server carries. */
const MAIL: Partial<Record<string, true>> = { mail: true, confirmation: true };

const mailServerOf = (issue: string): Finding => [
  `The mail server in SMTP_URL cannot be used (${issue})`,
  'No callback request could be emailed. Check the address, the user name and the password with the person who looks after your email.',
];

/**
 * Lists what stands between a configuration and a public site, the gravest first.
 * @param mailIssue why no mail can be sent
 * @param content of the content service; null when it did not answer
 */
export function findings(
  config: Config,
  mailIssue: string | null = null,
  content: PublishedContent | null = NO_CONTENT,
) {
  const others = enabledChannels(config.channels).filter((channel) => !MAIL[channel]);
  const mail = mailIssue ? [mailServerOf(mailIssue)] : [];
  return {
    /** Findings that would make the site untrue, or hide something people must know. */
    false: [...findBlockers(config), ...(others.length === 0 ? mail : [])],
    look: [
      ...findWarnings(config),
      ...findContentWarnings(config, content),
      ...(others.length > 0 ? mail : []),
    ],
    /** Claims that are true only with evidence. */
    confirm: listClaimsToConfirm(config, content?.pages ?? []),
    pages: (content?.pages ?? []).map(pageToConfirm),
    /** Texts that a solicitor must check. */
    solicitor: FOR_THE_SOLICITOR,
  };
}

/**
 * Leaves out pages whose text the owner has replaced.
 * @param pages a list of paths, or a description of them that stays as it is
 */
function withoutReplacedPages(pages: string, replaced: ReadonlySet<string>): string {
  const paths = pages.split(/, | and /);
  if (!paths.every((path) => /^\/[a-z-]*$/.test(path))) return pages;
  return paths.filter((path) => !replaced.has(path)).join(', ');
}

/** A rating changes with every review: it is true on the day that it was read. */
function listClaimsToConfirm(config: Config, ownPages: PublishedContent['pages']): Finding[] {
  const { reviews } = config.company;
  const replaced = new Set(
    ownPages
      .map(({ slug }) => slug)
      .filter(isCorePage)
      .map(contentPagePath),
  );
  const claims = publishedClaims(config).flatMap(({ words, pages, evidence }): Finding[] => {
    const shownOn = withoutReplacedPages(pages, replaced);
    return shownOn ? [[`"${words}" on ${shownOn}`, evidence]] : [];
  });
  if (config.proof) claims.push(CALLBACK_PROOF);
  if (!reviews) return claims;
  const { name, rating, url } = reviews;
  return [...claims, [`"Rated ${rating}" on ${name}`, `Compare it with ${url}, every month.`]];
}

/** The sentence that `proof` shows, and how server/callbacks/callback-proof.ts counts it. */
const CALLBACK_PROOF: Finding = [
  '"Last month we called back within N minutes" on /, /contact',
  'Counted every day from the desk: the median time from a request of the last whole month to its first saved outcome, in your office hours if you give them. Possible spam is left out, a request that no one called counts as the longest, and with fewer than 30 requests nothing is shown. Staff must save an outcome for each call. If they do not, set proof to false in the site file.',
];

const compact = (lines: (Finding | false)[]) => lines.filter((line) => line !== false);

function findBlockers(config: Config): Finding[] {
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

function findWarnings(config: Config): Finding[] {
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
