import * as z from 'zod';
import { yearsOfExperience } from '../../shared/site/claims.ts';
import type { Company } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { DEFAULT_CONTENT_TYPE } from './blog-fields.ts';
import { channelSettings } from './channels.ts';
import type { Variable } from './checks.ts';
import { ConfigError } from './error.ts';
import { missingNeighbours } from './missing-neighbours.ts';
import { nearestName } from './nearest.ts';
import { readSecrets, SECRETS } from './read-secrets.ts';
import { checkSiteFile, type ReadSiteFile, readSiteFile } from './read-site-file.ts';
import { resolveRedirects } from './redirects.ts';
import type { SiteFile } from './site-file.ts';
import { COMPANY, type Name, VARIABLES } from './variables.ts';

type Checks = { [K in Name]: (typeof VARIABLES)[K]['check'] };

const entries = Object.entries<Variable>(VARIABLES);
const Environment = z.object(
  Object.fromEntries(entries.map(([name, { check }]) => [name, check])) as Checks,
);
const NAMES = new Set([...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`)]);

/** Names of earlier versions. */
const RENAMED: Record<string, string> = {
  CALLBACK_STORE: 'DATABASE_URL',
  CALLBACK_STORE_FILE: 'DATABASE_URL_FILE',
};

/** Names that only this site has; platforms and other programs have some like the rest. */
const OWN_NAME = /^(CONTENTFUL|CONTENT|CALLBACK|COMPANY|PHP_BACKEND|DESK|CACHE_PURGE|PREVIEW)_/;

/** The variables of the company's facts. */
const FACTS = Object.keys(COMPANY) as (keyof typeof COMPANY)[];

/**
 * Reads the environment into one frozen object. Empty values count as unset, because compose files
 * and CI systems write unset variables that way.
 * @throws {ConfigError} listing every fault at once, one per line: the variable and what it takes.
 * Values are never repeated: they may be secrets.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const { given, faults, doubts } = readEnvironment(environment);
  const parsed = Environment.safeParse(given);
  const file = given.SITE_FILE;
  const read = file === undefined ? NO_SITE_FILE : readSiteFile(file);
  const { redirects, faults: siteFaults } = checkLinks(read);
  if (!parsed.success)
    faults.push(
      ...parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`),
    );
  faults.push(...missingNeighbours(given), ...siteFaults);
  if (!parsed.success || faults.length > 0) throw errorOf(faults);
  const env = parsed.data;
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const https = siteUrl.startsWith('https:');
  const ownFacts: Partial<Company> = {};
  for (const variable of FACTS) {
    const value = env[variable];
    if (value !== undefined) ownFacts[COMPANY[variable].key] = value;
  }
  const { CONTENTFUL_SPACE_ID: id } = env;
  const space = (accessToken: string | undefined, origin: string) =>
    id && accessToken
      ? { space: id, environment: env.CONTENTFUL_ENVIRONMENT, accessToken, origin }
      : null;
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
    contentful: space(env.CONTENTFUL_ACCESS_TOKEN, env.CONTENTFUL_HOST),
    /** Where drafts are read from. */
    preview: space(env.CONTENTFUL_PREVIEW_TOKEN, env.CONTENTFUL_PREVIEW_HOST),
    previewSecret: env.PREVIEW_SECRET ?? null,
    webhookSecret: env.CONTENTFUL_WEBHOOK_SECRET ?? null,
    webhookSigningSecret: env.CONTENTFUL_WEBHOOK_SIGNING_SECRET ?? null,
    contentTtlSeconds: env.CONTENT_TTL_SECONDS,
    contentCallsPerSecond: env.CONTENTFUL_CALLS_PER_SECOND,
    channels: channelSettings(env),
    /** A PostgreSQL address; null for the embedded database. */
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    callbackRetentionDays: env.CALLBACK_RETENTION_DAYS,
    deskPassword: env.DESK_PASSWORD ?? null,
    /** Where the desk listens by itself; null for the admin listener. */
    desk: env.DESK_PORT === undefined ? null : { port: env.DESK_PORT, host: env.DESK_HOST },
    deskUrl: env.DESK_URL ?? null,
    dataDir: env.DATA_DIR,
    trustProxy: env.TRUST_PROXY,
    contactRateLimit: env.CONTACT_RATE_LIMIT,
    cachePurgeUrls: env.CACHE_PURGE_URL ?? [],
    vitalsSampleRate: env.VITALS_SAMPLE_RATE,
    serviceWorker: env.SERVICE_WORKER === 'on',
    drainDelayMs: env.DRAIN_DELAY_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    /** Variables that may be misspelt, or another program's. */
    doubts,
    /** The owner's file, and what it said when it was read. */
    siteFile: file === undefined ? null : { path: file, text: read.text },
    /** Facts of the company that the environment sets; they win over the site file's. */
    ownFacts,
    ...settingsOf(read.site, redirects, ownFacts),
    /**
     * Whether samples invented to show the layout may appear: never where a visitor could believe
     * them.
     */
    showsSamples: !https,
  });
}

export type Config = ReturnType<typeof readConfig>;

/**
 * The same configuration with another text of the site file.
 * @throws {ConfigError} as `readConfig` does
 */
export function withSiteFile(config: Config, text: string): Config {
  const read = checkSiteFile(text);
  const { redirects, faults } = checkLinks(read);
  if (faults.length > 0) throw errorOf(faults);
  return Object.freeze({ ...config, ...settingsOf(read.site, redirects, config.ownFacts) });
}

const NO_SITE_FILE: ReadSiteFile = { text: '', site: {}, faults: [] };

/** What the site file sets. @param redirects of it, resolved */
function settingsOf(site: SiteFile, redirects: Map<string, string>, ownFacts: Partial<Company>) {
  const company: Company = { ...PLACEHOLDER_COMPANY, ...site.company, ...ownFacts };
  return {
    company,
    claims: site.claims,
    brand: site.brand ?? null,
    experience:
      company.founded === undefined ? undefined : yearsOfExperience(company.founded, new Date()),
    testimonials: site.testimonials ?? null,
    faq: site.faq ?? null,
    headings: site.headings,
    legal: site.legal ?? null,
    /** From decoded path to address. */
    redirects,
    /** The names under which the content space keeps posts and their fields. */
    blog: {
      contentType: site.blog?.contentType ?? DEFAULT_CONTENT_TYPE,
      fields: site.blog?.fields ?? {},
      locale: site.blog?.locale ?? null,
    },
  };
}

function checkLinks({ site, faults }: ReadSiteFile) {
  const resolved = resolveRedirects(site.redirects ?? {});
  return { redirects: resolved.redirects, faults: [...faults, ...resolved.faults] };
}

const errorOf = (faults: string[]) => new ConfigError(faults.map(visibly).join('\n'));

/** A name or path may hold what would move a terminal's cursor, or look like another fault. */
const visibly = (fault: string) =>
  fault.replace(/\p{Cc}/gu, (control) => encodeURIComponent(control));

/**
 * The variables that are set, with secrets read from their files, and every name that looks like a
 * misspelling of ours: a fault where the name could be nobody else's, otherwise a doubt.
 */
function readEnvironment(environment: Record<string, string | undefined>) {
  const set = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const { environment: given, faults } = readSecrets(set);
  const doubts: { name: string; nearest: string }[] = [];
  for (const [name, value] of Object.entries(set)) {
    const nearest = nearestName(name, value, NAMES);
    if (name in RENAMED) faults.push(`${name}: is now ${RENAMED[name]}`);
    else if (nearest === undefined) continue;
    else if (OWN_NAME.test(nearest))
      faults.push(`${name}: is not a setting of the site, did you mean ${nearest}?`);
    else doubts.push({ name, nearest });
  }
  return { given, faults, doubts };
}

/**
 * The company facts that are still placeholders, by variable. A public https site warns of each.
 */
export function placeholderFacts(company: Company): string[] {
  return FACTS.filter((variable) => {
    const { key } = COMPANY[variable];
    return company[key] === PLACEHOLDER_COMPANY[key];
  });
}
