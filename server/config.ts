import * as z from 'zod';
import type { Company } from '../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../shared/site/placeholder-company.ts';
import { missingNeighbours } from './config/belongs-together.ts';
import { ConfigError } from './config/error.ts';
import { nearestName } from './config/nearest.ts';
import { readSecrets } from './config/read-secrets.ts';
import { resolveRedirects } from './config/redirects.ts';
import { readSiteFile, type SiteFile } from './config/site-file.ts';
import { type Name, VARIABLES, type Variable } from './config/variables.ts';

type Checks = { [K in Name]: (typeof VARIABLES)[K]['check'] };

const entries = Object.entries<Variable>(VARIABLES);
const Environment = z.object(
  Object.fromEntries(entries.map(([name, { check }]) => [name, check])) as Checks,
);
const SECRETS = entries.filter(([, { secret }]) => secret).map(([name]) => name);
const NAMES = new Set([...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`)]);

/** The facts that the environment may give. */
const COMPANY_VARIABLES = {
  name: 'COMPANY_NAME',
  phone: 'COMPANY_PHONE',
  phone24h: 'COMPANY_PHONE_24H',
  email: 'COMPANY_EMAIL',
  claimsEmail: 'COMPANY_CLAIMS_EMAIL',
  legalName: 'COMPANY_LEGAL_NAME',
  number: 'COMPANY_NUMBER',
  headOffice: 'COMPANY_HEAD_OFFICE',
  registeredOffice: 'COMPANY_REGISTERED_OFFICE',
} as const satisfies Partial<Record<keyof Company, Name>>;

/**
 * Reads the environment into one frozen object. Empty values count as unset, because compose files
 * and CI systems write unset variables that way.
 * @throws {ConfigError} listing every fault at once, one per line: the variable and what it takes.
 * Values are never repeated: they may be secrets.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const { given, faults } = readEnvironment(environment);
  const parsed = Environment.safeParse(given);
  const { site, redirects, faults: siteFaults } = readSite(given.SITE_FILE);
  if (!parsed.success)
    faults.push(
      ...parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`),
    );
  faults.push(...missingNeighbours(given), ...siteFaults);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults.join('\n'));
  const env = parsed.data;
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const https = siteUrl.startsWith('https:');
  const company: Company = { ...PLACEHOLDER_COMPANY, ...site.company };
  for (const key of Object.keys(COMPANY_VARIABLES) as (keyof typeof COMPANY_VARIABLES)[])
    company[key] = env[COMPANY_VARIABLES[key]] ?? company[key];
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    admin: env.ADMIN_PORT === undefined ? null : { port: env.ADMIN_PORT, host: env.ADMIN_HOST },
    siteUrl,
    siteUrlIsSet: env.SITE_URL !== undefined,
    https,
    canonicalHost: env.CANONICAL_HOST === 'on',
    hsts: env.HSTS,
    allowIndexing: env.ALLOW_INDEXING === 'true',
    indexNowKey: env.INDEXNOW_KEY ?? null,
    contentful:
      env.CONTENTFUL_SPACE_ID === undefined
        ? null
        : {
            space: env.CONTENTFUL_SPACE_ID,
            environment: env.CONTENTFUL_ENVIRONMENT,
            accessToken: env.CONTENTFUL_ACCESS_TOKEN as string,
            origin: env.CONTENTFUL_HOST,
          },
    preview:
      env.CONTENTFUL_PREVIEW_TOKEN === undefined
        ? null
        : {
            space: env.CONTENTFUL_SPACE_ID as string,
            environment: env.CONTENTFUL_ENVIRONMENT,
            accessToken: env.CONTENTFUL_PREVIEW_TOKEN,
            origin: env.CONTENTFUL_PREVIEW_HOST,
            secret: env.PREVIEW_SECRET as string,
          },
    webhookSecret: env.CONTENTFUL_WEBHOOK_SECRET ?? null,
    webhookSigningSecret: env.CONTENTFUL_WEBHOOK_SIGNING_SECRET ?? null,
    contentTtlSeconds: env.CONTENT_TTL_SECONDS,
    phpBackendUrl: env.PHP_BACKEND_URL ?? null,
    callbackSpool: env.CALLBACK_SPOOL === 'on',
    /** A PostgreSQL address; null for the embedded store. */
    callbackStore: env.CALLBACK_STORE ?? null,
    callbackRetentionDays: env.CALLBACK_RETENTION_DAYS,
    mail:
      env.SMTP_URL === undefined
        ? null
        : {
            url: env.SMTP_URL,
            to: env.CALLBACK_MAIL_TO as string[],
            from: env.CALLBACK_MAIL_FROM as string,
          },
    callbackWebhook:
      env.CALLBACK_WEBHOOK_URL === undefined
        ? null
        : { url: env.CALLBACK_WEBHOOK_URL, secret: env.CALLBACK_WEBHOOK_SECRET as string },
    deskPassword: env.DESK_PASSWORD ?? null,
    dataDir: env.DATA_DIR,
    trustProxy: env.TRUST_PROXY,
    contactRateLimit: env.CONTACT_RATE_LIMIT,
    cachePurgeUrl: env.CACHE_PURGE_URL ?? null,
    vitalsSampleRate: env.VITALS_SAMPLE_RATE,
    serviceWorker: env.SERVICE_WORKER === 'on',
    drainDelayMs: env.DRAIN_DELAY_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    company,
    testimonials: site.testimonials ?? null,
    faq: site.faq ?? null,
    legal: site.legal ?? null,
    /** From decoded path to address. */
    redirects,
    /**
     * The names under which the content space keeps a post's fields, where they differ from the
     * usual ones.
     */
    blog: { fields: site.blog?.fields ?? {}, locale: site.blog?.locale ?? null },
    /**
     * Whether samples invented to show the layout may appear: never where a visitor could believe
     * them.
     */
    showsSamples: !https,
  });
}

export type Config = ReturnType<typeof readConfig>;

function readSite(file: string | undefined) {
  const { site, faults }: { site: SiteFile; faults: string[] } =
    file === undefined ? { site: {}, faults: [] } : readSiteFile(file);
  const resolved = resolveRedirects(site.redirects ?? {});
  return { site, redirects: resolved.redirects, faults: [...faults, ...resolved.faults] };
}

/**
 * The variables that are set, with secrets read from their files, and every name that looks like a
 * misspelling of ours.
 */
function readEnvironment(environment: Record<string, string | undefined>) {
  const set = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const { environment: given, faults } = readSecrets(set, SECRETS);
  for (const [name, value] of Object.entries(set)) {
    const nearest = nearestName(name, value, NAMES);
    if (nearest) faults.push(`${name}: is not a setting of the site, did you mean ${nearest}?`);
  }
  return { given, faults };
}

/**
 * The company facts that are still placeholders, by variable. A public https site warns of each.
 */
export function placeholderFacts(company: Company): string[] {
  return (Object.keys(COMPANY_VARIABLES) as (keyof typeof COMPANY_VARIABLES)[])
    .filter((key) => company[key] === PLACEHOLDER_COMPANY[key])
    .map((key) => COMPANY_VARIABLES[key]);
}
