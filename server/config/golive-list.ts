import { wordingOf } from '../../shared/site/claims.ts';
import { CHANNELS, countNotifiers, openChannels } from './channels.ts';
import { ConfigError } from './checks.ts';
import { claimsOf } from './claims-list.ts';
import { type Config, hasBlog, placeholderFacts, readConfig } from './config.ts';

type Line = readonly [what: string, todo: string];

const HEADINGS = {
  /** The site would say something untrue, or leave out something people must know. */
  false: 'Would be false: the site must not go live like this',
  look: 'Worth a look: may be meant',
  /** True only if there is evidence. */
  confirm: 'To be confirmed: keep the evidence',
  /** Wording that needs one. */
  solicitor: 'For a solicitor',
};

type Findings = Record<keyof typeof HEADINGS, readonly Line[]>;

const FOR_THE_SOLICITOR: readonly Line[] = [
  ['/terms', 'Liability, governing law and the date from which they apply.'],
  ['/privacy-policy', 'Purposes, lawful basis, recipients, retention, rights and complaints.'],
  ['/complaints', 'The route for data-protection complaints, required since 19 June 2026.'],
  [
    '/credit-hire and the FAQ',
    'Who pays if a claim is disputed or fails, and telling the insurer.',
  ],
  ['the hire agreement', 'That it says what the table of /credit-hire says, row by row.'],
  ['the whole site', 'Each row of docs/legal.md, and whether the FCA’s permission is needed.'],
];

/** What stands between a configuration and a public site, the gravest first. */
export function findings(config: Config): Findings {
  return {
    false: wouldBeFalse(config),
    look: worthALook(config),
    confirm: toConfirm(config),
    solicitor: FOR_THE_SOLICITOR,
  };
}

/** A rating changes with every review: it is true on the day that it was read. */
function toConfirm(config: Config): Line[] {
  const { reviews } = config.company;
  const claims = claimsOf(config).map(
    ({ words, pages, evidence }): Line => [`"${words}" on ${pages}`, evidence],
  );
  if (!reviews) return claims;
  const { name, rating, url } = reviews;
  return [...claims, [`"Rated ${rating}" on ${name}`, `Compare it with ${url}, every month.`]];
}

const applying = (lines: (Line | false)[]) => lines.filter((line) => line !== false);

function wouldBeFalse(config: Config): Line[] {
  const ways = Object.values(CHANNELS).map(({ needs }) => needs({}).join(', '));
  return applying([
    !config.siteUrlIsSet && [
      'SITE_URL is not set',
      'Canonical links, sitemap and social tags point to localhost: set the public address.',
    ],
    config.siteUrlIsSet &&
      !config.https && [
        'SITE_URL is not https',
        'Samples are shown as on a test site, and forms travel in the clear: put TLS in front.',
      ],
    ...placeholderFacts(config.company).map(
      (variable): Line => [
        `${variable} is still a placeholder`,
        'Set it, or the fact in the company part of the site file.',
      ],
    ),
    Boolean(config.company.lineHours && wordingOf(config).dayAndNight) && [
      'The 24-hour helpline has hours, and the pages say 24/7',
      'Leave lineHours out of the site file, or set claims.helpline24h to false in it.',
    ],
    !config.testimonials && [
      'The testimonials are samples',
      'Put real ones, or an empty list, into the site file: until then a public site leaves them out.',
    ],
    !config.contentful &&
      config.showsSamples && [
        'The posts are samples',
        'Set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN: without them a public site has no blog.',
      ],
    openChannels(config.channels).length === 0 && [
      'Nobody is told of a callback request',
      `Set ${ways.filter(Boolean).join('; or ')}.`,
    ],
  ]);
}

function worthALook(config: Config): Line[] {
  const { company, legal } = config;
  return applying([
    config.https &&
      config.trustProxy === 0 && [
        'TRUST_PROXY is 0 and SITE_URL is https',
        'If a proxy ends TLS, all visitors share one allowance for callback requests: set the number of proxies.',
      ],
    config.deskPassword !== null &&
      !config.admin &&
      !config.desk && [
        'DESK_PASSWORD has no effect',
        'The desk has no listener: set DESK_PORT or ADMIN_PORT.',
      ],
    ...doubtful(config),
    hasOneChannel(config) && [
      'Nobody would hear that delivery fails',
      'One channel alone tells of callback requests: add a second, e-mail or webhook, or look at the desk every day.',
    ],
    !hasBlog(config) && [
      'The site has no blog',
      'Menu and sitemap leave it out: set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN if there are posts.',
    ],
    !config.allowIndexing && ['ALLOW_INDEXING is false', 'Search engines are kept out.'],
    !config.canonicalHost && [
      'CANONICAL_HOST is off',
      'Every host that leads here answers with the whole site: set it to on.',
    ],
    !config.databaseUrl &&
      config.dataDir === './data' && [
        'Callback requests are kept in ./data',
        'Set DATA_DIR to a folder that outlives a new release and is backed up.',
      ],
    config.channels.confirmation !== null && [
      'Callers are mailed a confirmation',
      'Ask for a callback yourself: unless SPF and DKIM of the sender’s domain name your mail server, it lands among spam.',
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

/** Settings that only resemble one of the site's: platforms set variables of their own. */
export const doubtful = ({ doubts }: Config): Line[] =>
  doubts.map(({ name, nearest }) => [
    `${name} is not a setting of the site`,
    `Did you mean ${nearest}? If another program reads it, it may stay.`,
  ]);

export function report(config: Config): string {
  const found = findings(config);
  const sections = (Object.keys(HEADINGS) as (keyof Findings)[]).flatMap((severity) => {
    const lines = found[severity].map(([what, todo]) => `  - ${what}\n      ${todo}\n`);
    return lines.length > 0 ? `${HEADINGS[severity]}\n${lines.join('')}` : [];
  });
  return sections.join('\n');
}

/**
 * Says what stands between a configuration and a public site.
 * @returns the exit code: 1 while something on the site would be false, or it would not start
 */
export function goLive(environment: NodeJS.ProcessEnv): number {
  try {
    const config = readConfig(environment);
    const mayGo = findings(config).false.length === 0;
    process.stdout.write(`${report(config)}\n${mayGo ? 'Nothing would be false.' : 'Not yet.'}\n`);
    return mayGo ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
