import type * as z from 'zod';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import {
  address,
  deskAddress,
  hostOrOrigin,
  listOf,
  mailboxes,
  oneOf,
  onOrOff,
  origin,
  secret,
  sender,
  setting,
  share,
  text,
  token,
  webAddresses,
  wholeNumber,
} from './checks.ts';
import { company } from './site-file.ts';

const listening = {
  PORT: setting(wholeNumber(0, 65_535).default(3000), 'The port for visitors.'),
  HOST: setting(text.default('0.0.0.0'), 'The address to listen on.'),
  SITE_URL: setting(
    origin('an http or https origin such as https://www.example.com').optional(),
    'The public origin, for links. With https the site sends HSTS and counts as public.',
    { unset: '`http://localhost:$PORT`', example: 'https://www.example.com' },
  ),
  CANONICAL_HOST: setting(
    onOrOff.default('off'),
    "`on`: requests to other hosts are redirected (308) to `SITE_URL`'s, except health checks, IP addresses and private names.",
  ),
  HSTS: setting(
    oneOf('off', 'host', 'subdomains', 'preload').default('subdomains'),
    '`off`, `host`, `subdomains` or `preload`, which takes months to undo.',
  ),
  ALLOW_INDEXING: setting(
    oneOf('true', 'false').default('true'),
    '`false` on a staging site keeps search engines away.',
  ),
  TRUST_PROXY: setting(
    wholeNumber(0, 10).default(0),
    'How many of your proxies are in front of the site. Too low, and all visitors share one limit; too high, and a visitor can forge an address.',
  ),
};

const site = {
  SITE_FILE: setting(
    text.optional(),
    'A JSON file with what only the owner knows: [your company’s site](owner.md). A path from the folder in which the site runs.',
    { example: 'site/site.json' },
  ),
};

const blog = {
  CONTENTFUL_SPACE_ID: setting(
    text.regex(/^[\w-]+$/, 'takes a space id: letters, digits, - and _').optional(),
    'The space of the posts. Goes with `CONTENTFUL_ACCESS_TOKEN`.',
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
    'A host, or an origin such as `http://127.0.0.1:4010` for a stand-in.',
  ),
  CONTENTFUL_PREVIEW_TOKEN: setting(
    token.optional(),
    'Shows editors drafts. Goes with `PREVIEW_SECRET` and the space.',
  ),
  CONTENTFUL_PREVIEW_HOST: setting(
    hostOrOrigin.prefault('preview.contentful.com'),
    'The host of drafts.',
  ),
  PREVIEW_SECRET: setting(secret.optional(), 'Part of the address of a preview.'),
  CONTENTFUL_WEBHOOK_SECRET: setting(
    secret.optional(),
    'What Contentful sends to [the webhook](deployment.md#the-content-webhook) in `X-Webhook-Secret`.',
  ),
  CONTENTFUL_WEBHOOK_SIGNING_SECRET: setting(
    token.pipe(secret).optional(),
    'For requests that Contentful signs.',
  ),
  CONTENT_TTL_SECONDS: setting(
    wholeNumber(0, 86_400).default(60),
    'How often the blog is renewed, 0 to 86400.',
  ),
  CONTENTFUL_CALLS_PER_SECOND: setting(
    wholeNumber(1, 1000).default(55),
    'The most calls to Contentful, 1 to 1000; the site makes no more than 30. Replicas and other sites on the same space share its limit.',
  ),
};

const callbacks = {
  PHP_BACKEND_URL: setting(
    origin('the http or https origin of the PHP backend, such as http://php:8080').optional(),
    'The origin of a PHP backend: forms go to its `/contact.php`.',
    { unset: "the site's own store", example: 'http://php:8080' },
  ),
  CALLBACK_SPOOL: setting(
    onOrOff.default('off'),
    '`on`: what the PHP backend cannot take is kept and delivered later. Needs a store that outlives the process.',
  ),
  SMTP_URL: setting(
    address(['smtp:', 'smtps:'], 'the address of a mail server: smtp://… or smtps://…').optional(),
    'The mail server. Goes with the next two.',
    { example: 'smtps://user:password@mail.example.com' },
  ),
  CALLBACK_MAIL_TO: setting(mailboxes.optional(), 'E-mail addresses, separated by commas.', {
    example: 'claims@example.com, night@example.com',
  }),
  CALLBACK_MAIL_FROM: setting(
    sender.optional(),
    "The sender's address, which the mail server must allow.",
    { example: 'website@example.com' },
  ),
  CALLBACK_CONFIRMATION: setting(
    onOrOff.default('off'),
    '`on`: the caller gets a mail, at most one a day, that says the request has come and nothing of what was typed.',
  ),
  CALLBACK_WEBHOOK_URL: setting(
    webAddresses.optional(),
    'Where requests are posted: addresses, separated by commas. Add another at the end, because waiting requests belong to a place in the list.',
    { example: 'https://crm.example.com/callbacks' },
  ),
  CALLBACK_WEBHOOK_FORMAT: setting(
    listOf(oneOf('json', 'slack', 'teams')).prefault('json'),
    '`json` (every field, signed with the secret), `slack` or `teams` (name, number, time, page). One for all addresses, or one for each: `json, slack`.',
  ),
  CALLBACK_WEBHOOK_SECRET: setting(
    secret.optional(),
    'The key of the signature in `X-Callback-Signature`. One for all `json` addresses, or one for each, separated by commas.',
  ),
  DATABASE_URL: setting(
    address(
      ['postgres:', 'postgresql:'],
      'the address of a PostgreSQL database: postgres://…',
    ).optional(),
    'A PostgreSQL database, shared by any number of replicas.',
    { unset: 'SQLite, `DATA_DIR/site.db`', example: 'postgres://website:password@db:5432/website' },
  ),
  DATABASE_POOL: setting(wholeNumber(1, 100).default(3), 'Connections of a replica to PostgreSQL.'),
  DATA_DIR: setting(
    text.default('./data'),
    'The folder of the embedded database, for one process. `/data` in the container.',
  ),
  CALLBACK_RETENTION_DAYS: setting(
    wholeNumber(0, 36_500).default(365),
    'Older callback requests are erased. `0` keeps them all.',
  ),
  CONTACT_RATE_LIMIT: setting(
    wholeNumber(1, 1_000_000).default(5),
    'Callback requests of one client in ten minutes, counted by each replica.',
  ),
  DESK_PASSWORD: setting(secret.optional(), 'Opens the desk, `/callbacks`, for any user name.'),
  DESK_PORT: setting(
    wholeNumber(0, 65_535).optional(),
    'A listener for the desk alone, for a proxy with TLS. `TRUST_PROXY` counts there too.',
    { unset: 'the admin listener', example: '9465' },
  ),
  DESK_HOST: setting(text.default('127.0.0.1'), 'Its address.'),
  DESK_URL: setting(
    deskAddress.optional(),
    "The desk's public origin, for links in mails and messages.",
    { example: 'https://desk.example.com' },
  ),
};

const running = {
  ADMIN_PORT: setting(
    wholeNumber(0, 65_535).optional(),
    'A listener with `/metrics` for Prometheus. Never make it public.',
    { example: '9464' },
  ),
  ADMIN_HOST: setting(text.default('127.0.0.1'), 'Its address.'),
  DRAIN_DELAY_SECONDS: setting(
    wholeNumber(0, 10).default(0),
    'How long the site goes on serving after SIGTERM while `/readyz` says 503: 0 to 10, a little longer than the load balancer takes to notice.',
  ),
  LOG_LEVEL: setting(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  ),
  VITALS_SAMPLE_RATE: setting(
    share.default(1),
    'The share of visits measured and counted, 0 to 1.',
  ),
  SERVICE_WORKER: setting(onOrOff.default('on'), '`off` removes the offline copy from browsers.'),
};

/** A fact that wins over the site file. */
const ofCompany = (key: keyof typeof PLACEHOLDER_COMPANY, meaning: string) => {
  const example = PLACEHOLDER_COMPANY[key];
  return { key, ...setting(company.shape[key], meaning, { example }) };
};

export const COMPANY = {
  COMPANY_NAME: ofCompany('name', 'The logo and the end of every title.'),
  COMPANY_PHONE: ofCompany('phone', 'The main number.'),
  COMPANY_PHONE_24H: ofCompany('phone24h', 'The 24-hour helpline.'),
  COMPANY_EMAIL: ofCompany('email', 'For visitors and security reports.'),
  COMPANY_CLAIMS_EMAIL: ofCompany('claimsEmail', 'For claims.'),
  COMPANY_LEGAL_NAME: ofCompany('legalName', 'As registered at Companies House.'),
  COMPANY_NUMBER: ofCompany('number', 'The company number there.'),
  COMPANY_HEAD_OFFICE: ofCompany('headOffice', 'The address of the head office.'),
  COMPANY_REGISTERED_OFFICE: ofCompany('registeredOffice', 'The registered address.'),
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

export type Checks = { [N in Name]: (typeof VARIABLES)[N]['check'] };

/** The values of all of them, checked and converted. */
export type Environment = z.output<z.ZodObject<Checks>>;
