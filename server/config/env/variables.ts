import type * as z from 'zod';
import { PLACEHOLDER_COMPANY } from '../../../shared/site/placeholder-company.ts';
import {
  defineVariable,
  deskAddress,
  emailList,
  emailSender,
  fraction,
  headerSecret,
  hostOrOrigin,
  listOf,
  loginAddress,
  oneOf,
  onOrOff,
  origin,
  postgresAddress,
  secret,
  text,
  token,
  webUrlList,
  wholeNumber,
} from '../schemas.ts';
import { companySchema } from '../site-file/site-file-schema.ts';

export const DEFAULT_PORT = 3000;

const addressVariables = {
  PORT: defineVariable(wholeNumber(0, 65_535).default(DEFAULT_PORT), 'The port for visitors.'),
  HOST: defineVariable(text.default('0.0.0.0'), 'The address to listen on.'),
  SITE_URL: defineVariable(
    origin('an http or https origin such as https://www.example.com').optional(),
    'The public address, used in links. If it starts with https, the site counts as public and sends HSTS.',
    { defaultText: '`http://localhost:$PORT`', example: 'https://www.example.com' },
  ),
  CANONICAL_HOST: defineVariable(
    onOrOff.default('off'),
    '`on` redirects (308) requests for other host names to `SITE_URL`, except health checks, IP addresses and private names.',
  ),
  HSTS: defineVariable(
    oneOf('off', 'host', 'subdomains', 'preload').default('subdomains'),
    '`off`, `host`, `subdomains` or `preload`, which takes months to undo.',
  ),
  ALLOW_INDEXING: defineVariable(
    oneOf('true', 'false').default('true'),
    '`false` on a staging site keeps search engines away.',
  ),
  TRUST_PROXY: defineVariable(
    wholeNumber(0, 10).default(0),
    'How many of your own proxies are in front of the site. If it is too low, all visitors share one limit; if it is too high, a visitor can fake their address.',
  ),
};

const site = {
  SITE_DIR: defineVariable(
    text.default('./site'),
    'Your folder: your company’s details, mark, photos, posts and pages. See [your company’s site](owner.md).',
  ),
  SITE_FILE: defineVariable(
    text.optional(),
    'The file with your company’s details, in YAML or JSON. A relative path starts in `SITE_DIR`.',
    { defaultText: '`site.yaml`, otherwise `site.json`, in `SITE_DIR`', example: 'site.yaml' },
  ),
};

const blog = {
  CONTENTFUL_SPACE_ID: defineVariable(
    text.regex(/^[\w-]+$/, 'must be a space id: letters, digits, - and _').optional(),
    'The space of the posts. Goes with `CONTENTFUL_ACCESS_TOKEN`.',
    { defaultText: 'embedded posts' },
  ),
  CONTENTFUL_ACCESS_TOKEN: defineVariable(token.optional(), 'Its delivery token.', {
    defaultText: 'embedded posts',
  }),
  CONTENTFUL_ENVIRONMENT: defineVariable(
    text
      .regex(
        /^(?!\.+$)[\w.-]+$/,
        'must be an environment name: letters, digits, -, _ and ., not dots alone',
      )
      .default('master'),
    'The environment of the space.',
  ),
  CONTENTFUL_HOST: defineVariable(
    hostOrOrigin.prefault('cdn.contentful.com'),
    'A host, or an origin such as `http://127.0.0.1:4010` for a stand-in.',
  ),
  CONTENTFUL_PREVIEW_TOKEN: defineVariable(
    token.optional(),
    'Lets editors preview drafts. Needs `PREVIEW_SECRET` and the space.',
  ),
  CONTENTFUL_PREVIEW_HOST: defineVariable(
    hostOrOrigin.prefault('preview.contentful.com'),
    'The host of drafts.',
  ),
  PREVIEW_SECRET: defineVariable(secret.optional(), 'Part of the address of a preview.'),
  CONTENTFUL_WEBHOOK_SECRET: defineVariable(
    headerSecret.optional(),
    'What Contentful sends to [the webhook](connections.md#the-content-webhook) in `X-Webhook-Secret`.',
  ),
  CONTENTFUL_WEBHOOK_SIGNING_SECRET: defineVariable(
    token.pipe(secret).optional(),
    'The secret Contentful signs its webhook requests with, instead of `X-Webhook-Secret`.',
  ),
  CONTENT_TTL_SECONDS: defineVariable(
    wholeNumber(0, 86_400).default(60),
    'How often the blog is refreshed, in seconds, 0 to 86400.',
  ),
};

const callbacks = {
  PHP_BACKEND_URL: defineVariable(
    origin('the http or https origin of the PHP backend, such as http://php:8080').optional(),
    'The origin of a PHP backend: forms go to its `/contact.php`.',
    { defaultText: "the site's own store", example: 'http://php:8080' },
  ),
  CALLBACK_SPOOL: defineVariable(
    onOrOff.default('off'),
    '`on` keeps requests that the PHP backend cannot take and delivers them later. Needs a database that is kept between restarts.',
  ),
  SMTP_URL: defineVariable(
    loginAddress(
      ['smtp:', 'smtps:'],
      'the address of a mail server: smtp://… or smtps://…',
    ).optional(),
    'The mail server. Needs the next two as well.',
    { example: 'smtps://user:password@mail.example.com' },
  ),
  CALLBACK_MAIL_TO: defineVariable(emailList.optional(), 'Email addresses, separated by commas.', {
    example: 'claims@example.com, night@example.com',
  }),
  CALLBACK_MAIL_FROM: defineVariable(
    emailSender.optional(),
    'The address these emails come from. The mail server must allow it.',
    { example: 'website@example.com' },
  ),
  EDITOR_MAIL_TO: defineVariable(
    emailList.optional(),
    'Who gets one email about each entry just published, or file just saved in `SITE_DIR`, that the site cannot show. Needs `SMTP_URL` and `CALLBACK_MAIL_FROM`.',
    { example: 'editor@example.com' },
  ),
  CALLBACK_CONFIRMATION: defineVariable(
    onOrOff.default('off'),
    '`on` emails callers that their request has arrived, at most once a day each. The email repeats nothing they typed.',
  ),
  CALLBACK_WEBHOOK_URL: defineVariable(
    webUrlList.optional(),
    'Where requests are posted: addresses, separated by commas.',
    { example: 'https://crm.example.com/callbacks' },
  ),
  CALLBACK_WEBHOOK_FORMAT: defineVariable(
    listOf(oneOf('json', 'slack', 'teams')).prefault('json'),
    '`json` (every field, signed with the secret), `slack` or `teams` (name, number, time, page). Give one for all addresses, or one for each, for example `json, slack`.',
  ),
  CALLBACK_WEBHOOK_SECRET: defineVariable(
    secret.optional(),
    'The secret that signs requests (`X-Callback-Signature`). Give one for all `json` addresses, or one for each, separated by commas.',
  ),
  DATABASE_URL: defineVariable(
    postgresAddress.optional(),
    'A PostgreSQL database, shared by any number of replicas.',
    {
      defaultText: 'SQLite, `DATA_DIR/site.db`',
      example: 'postgres://website:password@db:5432/website',
    },
  ),
  DATA_DIR: defineVariable(
    text.default('./data'),
    'The folder of the embedded database. Only one process may use it. `/data` in the container.',
  ),
  CALLBACK_RETENTION_DAYS: defineVariable(
    wholeNumber(0, 36_500).default(365),
    'Callback requests older than this are deleted. `0` keeps them all.',
  ),
  CONTACT_RATE_LIMIT: defineVariable(
    wholeNumber(1, 1_000_000).default(5),
    'How many callback requests one visitor may send in 10 minutes. Each replica counts for itself.',
  ),
  DESK_PASSWORD: defineVariable(
    secret.optional(),
    'The password of the desk, `/callbacks`. Staff sign in with it and any user name.',
  ),
  DESK_PORT: defineVariable(
    wholeNumber(0, 65_535).optional(),
    'A port for the desk alone, to put behind a TLS proxy. `TRUST_PROXY` applies there too.',
    { defaultText: 'the admin listener', example: '9465' },
  ),
  DESK_HOST: defineVariable(text.default('127.0.0.1'), 'The address the desk listens on.'),
  DESK_URL: defineVariable(
    deskAddress.optional(),
    "The desk's public address, used in links in emails and messages.",
    { example: 'https://desk.example.com' },
  ),
};

const running = {
  ADMIN_PORT: defineVariable(
    wholeNumber(0, 65_535).optional(),
    'A listener with `/metrics` for Prometheus. Never make it public.',
    { example: '9464' },
  ),
  ADMIN_HOST: defineVariable(text.default('127.0.0.1'), 'The address the admin port listens on.'),
  DRAIN_DELAY_SECONDS: defineVariable(
    wholeNumber(0, 10).default(0),
    'How long the site keeps serving after SIGTERM while `/readyz` answers 503, 0 to 10. Set it a little longer than your load balancer takes to notice.',
  ),
  LOG_LEVEL: defineVariable(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  ),
  VITALS_SAMPLE_RATE: defineVariable(
    fraction.default(1),
    'The share of visits measured and counted, 0 to 1.',
  ),
  SERVICE_WORKER: defineVariable(
    onOrOff.default('on'),
    '`off` removes the offline copy from browsers.',
  ),
};

/** A fact that wins over the site file. */
const companyVariable = (key: keyof typeof PLACEHOLDER_COMPANY, meaning: string) => {
  const example = PLACEHOLDER_COMPANY[key];
  return { key, ...defineVariable(companySchema.shape[key], meaning, { example }) };
};

export const COMPANY_VARIABLES = {
  COMPANY_NAME: companyVariable('name', 'The logo and the end of every title.'),
  COMPANY_PHONE: companyVariable('phone', 'The main number.'),
  COMPANY_PHONE_24H: companyVariable('phone24h', 'The 24-hour helpline.'),
  COMPANY_EMAIL: companyVariable('email', 'For visitors and security reports.'),
  COMPANY_CLAIMS_EMAIL: companyVariable('claimsEmail', 'For claims.'),
  COMPANY_LEGAL_NAME: companyVariable('legalName', 'As registered at Companies House.'),
  COMPANY_NUMBER: companyVariable('number', 'The company number there.'),
  COMPANY_HEAD_OFFICE: companyVariable('headOffice', 'The address of the head office.'),
  COMPANY_REGISTERED_OFFICE: companyVariable('registeredOffice', 'The registered address.'),
};

/**
 * Every environment variable of the site, by section of docs/configuration.md. A new one is an
 * entry here and its use: `npm run docs` writes the tables and .env.example.
 */
export const SECTIONS = {
  Address: addressVariables,
  'The site': site,
  Blog: blog,
  'Callback requests': callbacks,
  Running: running,
  'The company': COMPANY_VARIABLES,
} as const;

export const VARIABLES = {
  ...addressVariables,
  ...site,
  ...blog,
  ...callbacks,
  ...running,
  ...COMPANY_VARIABLES,
};

export type VariableName = keyof typeof VARIABLES;

export type VariableSchemas = { [N in VariableName]: (typeof VARIABLES)[N]['check'] };

/** The values of all of them, checked and converted. */
export type Environment = z.output<z.ZodObject<VariableSchemas>>;
