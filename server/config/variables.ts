import type * as z from 'zod';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { CHANNEL_VARIABLES } from './channels.ts';
import {
  address,
  deskAddress,
  fact,
  hostOrOrigin,
  oneOf,
  onOrOff,
  origin,
  origins,
  secret,
  share,
  text,
  token,
  type Variable,
  wholeNumber,
} from './checks.ts';
import { companyNumber, email, phone } from './company-checks.ts';

const listening = {
  PORT: {
    check: wholeNumber(0, 65_535).default(3000),
    meaning: 'The port for visitors.',
  },
  HOST: {
    check: text.default('0.0.0.0'),
    meaning: 'The address to listen on.',
  },
  SITE_URL: {
    check: origin('an http or https origin such as https://www.example.com').optional(),
    unset: '`http://localhost:$PORT`',
    example: 'https://www.example.com',
    meaning:
      'The public origin, from which canonical links, sitemap, feed and social tags are made. With https the site sends HSTS and counts as public.',
  },
  CANONICAL_HOST: {
    check: onOrOff.default('off'),
    meaning:
      "`on`: a request for another public host gets a 308 to `SITE_URL`'s. Health checks, IP addresses and localhost are answered as they come.",
  },
  HSTS: {
    check: oneOf('off', 'host', 'subdomains', 'preload').default('subdomains'),
    meaning:
      'What `Strict-Transport-Security` covers when `SITE_URL` is https: `off`, `host`, `subdomains` or `preload`. `preload` lets browsers build the rule in, which takes months to undo.',
  },
  ALLOW_INDEXING: {
    check: oneOf('true', 'false').default('true'),
    meaning: '`false` on a staging site: every page says `noindex` and robots.txt is closed.',
  },
  INDEXNOW_KEY: {
    check: text.regex(/^[A-Za-z0-9-]{8,128}$/, 'takes 8 to 128 letters, digits and -').optional(),
    unset: 'off',
    meaning:
      'Tells search engines when a post is published, changed or taken down (indexnow.org). Only an https site that may be indexed does so. The key is public: it is served as `/$INDEXNOW_KEY.txt`.',
  },
  TRUST_PROXY: {
    check: wholeNumber(0, 10).default(0),
    meaning:
      'How many of your own proxies are in front (load balancer, cache, ingress). Too low, and all visitors share one allowance for callback requests; too high, and a visitor can make up an address.',
  },
} satisfies Record<string, Variable>;

const site = {
  SITE_FILE: {
    check: text.optional(),
    unset: 'none',
    example: '/etc/website/site.json',
    meaning: 'A JSON file with what only the owner knows: [your company’s site](owner.md).',
  },
} satisfies Record<string, Variable>;

const blog = {
  CONTENTFUL_SPACE_ID: {
    check: text.regex(/^[\w-]+$/, 'takes a space id: letters, digits, - and _').optional(),
    unset: 'embedded posts',
    meaning: 'The space that holds the posts. Goes with `CONTENTFUL_ACCESS_TOKEN`.',
  },
  CONTENTFUL_ACCESS_TOKEN: {
    check: token.optional(),
    unset: 'embedded posts',
    meaning: 'Its delivery token.',
  },
  CONTENTFUL_ENVIRONMENT: {
    check: text.regex(/^[\w.-]+$/, 'takes an environment name').default('master'),
    meaning: 'The environment of the space.',
  },
  CONTENTFUL_HOST: {
    check: hostOrOrigin.prefault('cdn.contentful.com'),
    meaning: 'A host, or a whole origin such as `http://127.0.0.1:4010` for a stand-in.',
  },
  CONTENTFUL_PREVIEW_TOKEN: {
    check: token.optional(),
    unset: 'off',
    meaning:
      'Editors see drafts at `/preview?secret=…&slug=…`. Goes with `PREVIEW_SECRET` and the space.',
  },
  CONTENTFUL_PREVIEW_HOST: {
    check: hostOrOrigin.prefault('preview.contentful.com'),
    meaning: 'Where drafts are read from.',
  },
  PREVIEW_SECRET: {
    check: secret.optional(),
    unset: 'off',
    meaning: 'The secret in the address of a preview, 16 characters or more.',
  },
  CONTENTFUL_WEBHOOK_SECRET: {
    check: secret.optional(),
    unset: 'off',
    meaning:
      'The content service sends this in `X-Webhook-Secret` to `POST /webhooks/contentful`, and the blog is fetched again at once. 16 characters or more.',
  },
  CONTENTFUL_WEBHOOK_SIGNING_SECRET: {
    check: token.pipe(secret).optional(),
    unset: 'off',
    meaning:
      'The same for requests that Contentful signs: the signing secret of the space, under Settings, Webhooks.',
  },
  CONTENT_TTL_SECONDS: {
    check: wholeNumber(0, 86_400).default(60),
    meaning: 'How often the blog is renewed (a tenth more or less), visitors or none, 0 to 86400.',
  },
  CONTENTFUL_CALLS_PER_SECOND: {
    check: wholeNumber(1, 1000).default(55),
    meaning:
      'How many calls a second the content service takes, 1 to 1000. The site stays a tenth below. Several replicas and other sites on the same space share its limit.',
  },
  CACHE_PURGE_URL: {
    check: origins('http or https origins of the shared caches in front').optional(),
    unset: 'off',
    example: 'http://cache-a:8081, http://cache-b:8081',
    meaning:
      'The origins where shared caches in front accept `PURGE` requests, separated by commas. Each webhook purges the list, the posts that changed, the sitemap and the feed there; the first start of a new build purges every page, once for all replicas. What fails is tried again.',
  },
} satisfies Record<string, Variable>;

const callbacks = {
  ...CHANNEL_VARIABLES,
  DATABASE_URL: {
    check: address(
      ['postgres:', 'postgresql:'],
      'the address of a PostgreSQL database: postgres://…',
    ).optional(),
    unset: 'SQLite, `DATA_DIR/site.db`',
    example: 'postgres://website:password@db:5432/website',
    meaning:
      'A PostgreSQL database for everything that outlives a process, which any number of replicas may share.',
  },
  DATABASE_POOL: {
    check: wholeNumber(1, 100).default(3),
    meaning:
      'Connections of one replica to PostgreSQL. `max_connections` there has room for those of all replicas.',
  },
  DATA_DIR: {
    check: text.default('./data'),
    meaning:
      'The folder of the embedded database (`/data` in the container). One process for each folder.',
  },
  CALLBACK_RETENTION_DAYS: {
    check: wholeNumber(0, 36_500).default(365),
    meaning: 'Older callback requests are erased. `0` keeps them all.',
  },
  CONTACT_RATE_LIMIT: {
    check: wholeNumber(1, 1_000_000).default(5),
    meaning:
      'Callback requests that one client may send in ten minutes. A client is an IPv4 address or an IPv6 /64.',
  },
  DESK_PASSWORD: {
    check: secret.optional(),
    unset: 'off',
    meaning:
      'Opens the desk, `/callbacks`, for any user name, which is written beside what they do. 16 characters or more.',
  },
  DESK_PORT: {
    check: wholeNumber(0, 65_535).optional(),
    unset: 'the admin listener',
    example: '9465',
    meaning:
      'A listener for the desk alone, to stand behind a proxy with TLS. `TRUST_PROXY` counts there too.',
  },
  DESK_HOST: {
    check: text.default('127.0.0.1'),
    meaning: 'The address that it listens on.',
  },
  DESK_URL: {
    check: deskAddress.optional(),
    unset: 'off',
    example: 'https://desk.example.com',
    meaning:
      "The desk's public origin: mails and messages to staff then link to the request there.",
  },
} satisfies Record<string, Variable>;

const running = {
  ADMIN_PORT: {
    check: wholeNumber(0, 65_535).optional(),
    unset: 'off',
    example: '9464',
    meaning:
      'A second listener with `/metrics` for Prometheus. It answers to an IP address, to `localhost` and to the name in `ADMIN_HOST`. Never make it public.',
  },
  ADMIN_HOST: {
    check: text.default('127.0.0.1'),
    meaning: 'The address that it listens on.',
  },
  DRAIN_DELAY_SECONDS: {
    check: wholeNumber(0, 10).default(0),
    meaning:
      'After SIGTERM, how long the site goes on serving while `/readyz` already says 503, 0 to 10. Set it a little longer than the load balancer takes to notice.',
  },
  LOG_LEVEL: {
    check: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  VITALS_SAMPLE_RATE: {
    check: share.default(1),
    meaning:
      'The share of visits, 0 to 1, that report how fast a page was, and whose calls and forms are counted.',
  },
  SERVICE_WORKER: {
    check: onOrOff.default('on'),
    meaning: '`off` removes the offline copy from browsers that have it.',
  },
} satisfies Record<string, Variable>;

/** A fact that wins over the site file. */
const ofCompany = (
  key: keyof typeof PLACEHOLDER_COMPANY,
  meaning: string,
  check: z.ZodType<string, string> = fact,
) => ({
  key,
  check: check.optional(),
  unset: `\`${PLACEHOLDER_COMPANY[key]}\``,
  example: PLACEHOLDER_COMPANY[key],
  meaning,
});

export const COMPANY = {
  COMPANY_NAME: ofCompany('name', 'The logo and the end of every title.'),
  COMPANY_PHONE: ofCompany(
    'phone',
    'The main number, shown in UK form and linked with its country code.',
    phone,
  ),
  COMPANY_PHONE_24H: ofCompany('phone24h', 'The 24-hour helpline.', phone),
  COMPANY_EMAIL: ofCompany('email', 'For visitors, and for reports of security holes.', email),
  COMPANY_CLAIMS_EMAIL: ofCompany('claimsEmail', 'For claims, in the footer.', email),
  COMPANY_LEGAL_NAME: ofCompany('legalName', 'As registered at Companies House.'),
  COMPANY_NUMBER: ofCompany('number', 'The number there.', companyNumber),
  COMPANY_HEAD_OFFICE: ofCompany('headOffice', 'The address of the head office.'),
  COMPANY_REGISTERED_OFFICE: ofCompany('registeredOffice', 'As registered at Companies House.'),
} satisfies Record<string, Variable>;

/**
 * Every environment variable of the site, by section of docs/configuration.md. A new one is an
 * entry here and its use: `npm run docs` writes the tables and .env.example.
 */
export const SECTIONS = {
  Address: listening,
  'The site': site,
  Blog: blog,
  'Callback requests': callbacks,
  Running: running,
  'The company': COMPANY,
} as const;

export const VARIABLES = { ...listening, ...site, ...blog, ...callbacks, ...running, ...COMPANY };

export type Name = keyof typeof VARIABLES;
