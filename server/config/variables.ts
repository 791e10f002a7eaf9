import type * as z from 'zod';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { CHANNEL_VARIABLES } from './channels.ts';
import {
  address,
  companyNumber,
  deskAddress,
  email,
  fact,
  hostOrOrigin,
  oneOf,
  onOrOff,
  origin,
  origins,
  phone,
  secret,
  setting,
  share,
  text,
  token,
  wholeNumber,
} from './checks.ts';

const listening = {
  PORT: setting(wholeNumber(0, 65_535).default(3000), 'The port for visitors.'),
  HOST: setting(text.default('0.0.0.0'), 'The address to listen on.'),
  SITE_URL: setting(
    origin('an http or https origin such as https://www.example.com').optional(),
    'The public origin, of which links in head, sitemap and feed are made. With https the site sends HSTS and counts as public.',
    { unset: '`http://localhost:$PORT`', example: 'https://www.example.com' },
  ),
  CANONICAL_HOST: setting(
    onOrOff.default('off'),
    "`on`: other public hosts get a 308 to `SITE_URL`'s, but health checks, IP addresses and localhost do not.",
  ),
  HSTS: setting(
    oneOf('off', 'host', 'subdomains', 'preload').default('subdomains'),
    '`off`, `host`, `subdomains` or `preload`, which takes months to undo.',
  ),
  ALLOW_INDEXING: setting(
    oneOf('true', 'false').default('true'),
    '`false` on a staging site keeps search engines away.',
  ),
  INDEXNOW_KEY: setting(
    text.regex(/^[A-Za-z0-9-]{8,128}$/, 'takes 8 to 128 letters, digits and -').optional(),
    'Tells search engines of new and changed posts (indexnow.org). The key is public, as `/$INDEXNOW_KEY.txt`.',
  ),
  TRUST_PROXY: setting(
    wholeNumber(0, 10).default(0),
    'How many of your own proxies are in front. Too low, and all visitors share one allowance for callback requests; too high, and a visitor can make up an address.',
  ),
};

const site = {
  SITE_FILE: setting(
    text.optional(),
    'A JSON file with what only the owner knows: [your company’s site](owner.md).',
    { unset: 'none', example: '/etc/website/site.json' },
  ),
};

const blog = {
  CONTENTFUL_SPACE_ID: setting(
    text.regex(/^[\w-]+$/, 'takes a space id: letters, digits, - and _').optional(),
    'The space that holds the posts. Goes with `CONTENTFUL_ACCESS_TOKEN`.',
    { unset: 'embedded posts' },
  ),
  CONTENTFUL_ACCESS_TOKEN: setting(token.optional(), 'Its delivery token.', {
    unset: 'embedded posts',
  }),
  CONTENTFUL_ENVIRONMENT: setting(
    text.regex(/^[\w.-]+$/, 'takes an environment name').default('master'),
    'The environment of the space.',
  ),
  CONTENTFUL_HOST: setting(
    hostOrOrigin.prefault('cdn.contentful.com'),
    'A host, or a whole origin such as `http://127.0.0.1:4010` for a stand-in.',
  ),
  CONTENTFUL_PREVIEW_TOKEN: setting(
    token.optional(),
    'Lets editors see drafts. Goes with `PREVIEW_SECRET` and the space.',
  ),
  CONTENTFUL_PREVIEW_HOST: setting(
    hostOrOrigin.prefault('preview.contentful.com'),
    'Where drafts are read from.',
  ),
  PREVIEW_SECRET: setting(
    secret.optional(),
    'The secret in the address of a preview, 16 characters or more.',
  ),
  CONTENTFUL_WEBHOOK_SECRET: setting(
    secret.optional(),
    'What Contentful sends to [the webhook](deployment.md#the-content-webhook) in `X-Webhook-Secret`. 16 characters or more.',
  ),
  CONTENTFUL_WEBHOOK_SIGNING_SECRET: setting(
    token.pipe(secret).optional(),
    'The same for requests that Contentful signs.',
  ),
  CONTENT_TTL_SECONDS: setting(
    wholeNumber(0, 86_400).default(60),
    'How often the blog is renewed, 0 to 86400.',
  ),
  CONTENTFUL_CALLS_PER_SECOND: setting(
    wholeNumber(1, 1000).default(55),
    'How many calls a second the content service takes, 1 to 1000. Replicas and other sites on the same space share its limit.',
  ),
  CACHE_PURGE_URL: setting(
    origins('http or https origins of the shared caches in front').optional(),
    'The origins where shared caches in front accept `PURGE` requests, separated by commas: after a webhook for what changed, at the first start of a new build for every page.',
    { example: 'http://cache-a:8081, http://cache-b:8081' },
  ),
};

const callbacks = {
  ...CHANNEL_VARIABLES,
  DATABASE_URL: setting(
    address(
      ['postgres:', 'postgresql:'],
      'the address of a PostgreSQL database: postgres://…',
    ).optional(),
    'A PostgreSQL database, which any number of replicas may share.',
    { unset: 'SQLite, `DATA_DIR/site.db`', example: 'postgres://website:password@db:5432/website' },
  ),
  DATABASE_POOL: setting(
    wholeNumber(1, 100).default(3),
    'Connections of one replica to PostgreSQL.',
  ),
  DATA_DIR: setting(
    text.default('./data'),
    'The folder of the embedded database (`/data` in the container), for one process.',
  ),
  CALLBACK_RETENTION_DAYS: setting(
    wholeNumber(0, 36_500).default(365),
    'Older callback requests are erased. `0` keeps them all.',
  ),
  CONTACT_RATE_LIMIT: setting(
    wholeNumber(1, 1_000_000).default(5),
    'Callback requests that one client may send in ten minutes.',
  ),
  DESK_PASSWORD: setting(
    secret.optional(),
    'Opens the desk, `/callbacks`, for any user name. 16 characters or more.',
  ),
  DESK_PORT: setting(
    wholeNumber(0, 65_535).optional(),
    'A listener for the desk alone, behind a proxy with TLS. `TRUST_PROXY` counts there too.',
    { unset: 'the admin listener', example: '9465' },
  ),
  DESK_HOST: setting(text.default('127.0.0.1'), 'The address that it listens on.'),
  DESK_URL: setting(
    deskAddress.optional(),
    "The desk's public origin, for links in mails and messages.",
    { example: 'https://desk.example.com' },
  ),
};

const running = {
  ADMIN_PORT: setting(
    wholeNumber(0, 65_535).optional(),
    'A second listener with `/metrics` for Prometheus. Never make it public.',
    { example: '9464' },
  ),
  ADMIN_HOST: setting(text.default('127.0.0.1'), 'The address that it listens on.'),
  DRAIN_DELAY_SECONDS: setting(
    wholeNumber(0, 10).default(0),
    'How long the site serves on after SIGTERM while `/readyz` says 503, 0 to 10: a little longer than the load balancer takes to notice.',
  ),
  LOG_LEVEL: setting(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  ),
  VITALS_SAMPLE_RATE: setting(
    share.default(1),
    'The share of visits, 0 to 1, that are measured and counted.',
  ),
  SERVICE_WORKER: setting(
    onOrOff.default('on'),
    '`off` removes the offline copy from browsers that have it.',
  ),
};

/** A fact that wins over the site file. */
const ofCompany = (
  key: keyof typeof PLACEHOLDER_COMPANY,
  meaning: string,
  check: z.ZodType<string, string> = fact,
) => {
  const example = PLACEHOLDER_COMPANY[key];
  return { key, ...setting(check.optional(), meaning, { unset: `\`${example}\``, example }) };
};

export const COMPANY = {
  COMPANY_NAME: ofCompany('name', 'The logo and the end of every title.'),
  COMPANY_PHONE: ofCompany('phone', 'The main number.', phone),
  COMPANY_PHONE_24H: ofCompany('phone24h', 'The 24-hour helpline.', phone),
  COMPANY_EMAIL: ofCompany('email', 'For visitors, and for reports of security holes.', email),
  COMPANY_CLAIMS_EMAIL: ofCompany('claimsEmail', 'For claims, in the footer.', email),
  COMPANY_LEGAL_NAME: ofCompany('legalName', 'As registered at Companies House.'),
  COMPANY_NUMBER: ofCompany('number', 'The number there.', companyNumber),
  COMPANY_HEAD_OFFICE: ofCompany('headOffice', 'The address of the head office.'),
  COMPANY_REGISTERED_OFFICE: ofCompany('registeredOffice', 'As registered at Companies House.'),
};

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
