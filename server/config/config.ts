import { dirname, resolve } from 'node:path';
import type { Company } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { channelSettings, mailSettings } from './channels.ts';
import { ConfigError } from './config-error.ts';
import { COMPANY_VARIABLES } from './env/company-variables.ts';
import { parseEnvironment } from './env/environment.ts';
import type { Environment } from './env/variables.ts';
import { parseSiteFile, readSiteFile } from './site-file/load-site-file.ts';
import { locateSiteFile } from './site-file/locate-site-file.ts';
import { siteFileSettings } from './site-file/site-file-settings.ts';

const COMPANY_VARIABLE_NAMES = Object.keys(COMPANY_VARIABLES) as (keyof typeof COMPANY_VARIABLES)[];

/** Decided by the environment: fixed for the life of the process. */
type EnvironmentConfig = ReturnType<typeof environmentSettings>;

/** Decided by the site file: replaced when it is edited. */
type SiteSettings = ReturnType<typeof siteFileSettings>;

export type Config = Readonly<
  EnvironmentConfig &
    SiteSettings & {
      /** The text of the site file, '' while there is none. */
      siteFileText: string;
    }
>;

/**
 * Reads the environment and the site file into one frozen object.
 * @throws {ConfigError} listing every issue at once, one per line: the variable and what it must
 * be. Values are never repeated: they may be secrets.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { env, issues } = parseEnvironment(environment);
  if (env === null) throw toConfigError(issues);
  const settings = environmentSettings(env);
  const { siteDir, siteFileName } = settings;
  const path = locateSiteFile(siteDir, siteFileName);
  const { text, issue } = readSiteFile(path, siteFileName !== undefined);
  if (issue) throw toConfigError([issue]);
  return withSiteFile(settings, text);
}

/**
 * Returns the configuration with this text of the site file.
 * @throws {ConfigError} as `readConfig` does
 */
export function withSiteFile(settings: EnvironmentConfig, text: string): Config {
  const { siteDir, siteFileName, siteUrl, ownFacts } = settings;
  const folder = dirname(locateSiteFile(siteDir, siteFileName));
  const siteFile = parseSiteFile(text, { folder, siteUrl });
  if (siteFile.issues.length > 0) throw toConfigError(siteFile.issues);
  return Object.freeze({
    ...settings,
    ...siteFileSettings(siteFile, ownFacts),
    siteFileText: text,
  });
}

function environmentSettings(env: Environment) {
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const https = siteUrl.startsWith('https:');
  const { CONTENTFUL_SPACE_ID: id } = env;
  const contentfulSpace = (accessToken: string | undefined, origin: string) =>
    id && accessToken
      ? { space: id, environment: env.CONTENTFUL_ENVIRONMENT, accessToken, origin }
      : null;
  return {
    port: env.PORT,
    host: env.HOST,
    admin: env.ADMIN_PORT === undefined ? null : { port: env.ADMIN_PORT, host: env.ADMIN_HOST },
    siteUrl,
    siteUrlIsSet: env.SITE_URL !== undefined,
    https,
    canonicalHost: env.CANONICAL_HOST === 'on',
    hsts: env.HSTS,
    allowIndexing: env.ALLOW_INDEXING === 'true',
    contentful: contentfulSpace(env.CONTENTFUL_ACCESS_TOKEN, env.CONTENTFUL_HOST),
    preview: contentfulSpace(env.CONTENTFUL_PREVIEW_TOKEN, env.CONTENTFUL_PREVIEW_HOST),
    previewSecret: env.PREVIEW_SECRET ?? null,
    webhookSecret: env.CONTENTFUL_WEBHOOK_SECRET ?? null,
    webhookSigningSecret: env.CONTENTFUL_WEBHOOK_SIGNING_SECRET ?? null,
    contentTtlSeconds: env.CONTENT_TTL_SECONDS,
    /** The absolute path of the owner's folder, which may be missing. */
    siteDir: resolve(env.SITE_DIR),
    /** The value of `SITE_FILE`. */
    siteFileName: env.SITE_FILE,
    channels: channelSettings(env),
    /** Email to those who look after the content; null when it is off. */
    editorMail: mailSettings(env, env.EDITOR_MAIL_TO ?? []),
    /** A PostgreSQL address; null for the embedded database. */
    databaseUrl: env.DATABASE_URL ?? null,
    callbackRetentionDays: env.CALLBACK_RETENTION_DAYS,
    deskPassword: env.DESK_PASSWORD ?? null,
    /** The listener of the desk alone; null when it shares the admin listener. */
    desk: env.DESK_PORT === undefined ? null : { port: env.DESK_PORT, host: env.DESK_HOST },
    deskUrl: env.DESK_URL ?? null,
    dataDir: env.DATA_DIR,
    trustProxy: env.TRUST_PROXY,
    contactRateLimit: env.CONTACT_RATE_LIMIT,
    vitalsSampleRate: env.VITALS_SAMPLE_RATE,
    serviceWorker: env.SERVICE_WORKER === 'on',
    drainDelayMs: env.DRAIN_DELAY_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    /** Facts of the company that the environment sets; they win over the site file's. */
    ownFacts: companyOverrides(env),
    /**
     * Samples are invented to show the layout. A public site, where visitors could believe them,
     * has none.
     */
    showsSamples: !https,
  };
}

function companyOverrides(env: Environment): Partial<Company> {
  const overrides: Partial<Company> = {};
  for (const variable of COMPANY_VARIABLE_NAMES)
    if (env[variable] !== undefined) overrides[COMPANY_VARIABLES[variable].key] = env[variable];
  return overrides;
}

const toConfigError = (issues: string[]) =>
  new ConfigError(issues.map(escapeControlCharacters).join('\n'));

/** Escapes control characters: they could move a terminal's cursor, or look like another issue. */
const escapeControlCharacters = (fault: string) =>
  fault.replace(/\p{Cc}/gu, (control) => encodeURIComponent(control));

/** Returns the URL of the site for a browser on the same machine. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Returns the variables of company facts that are still placeholders. */
export function placeholderVariables(company: Company): string[] {
  return COMPANY_VARIABLE_NAMES.filter((variable) => {
    const { key } = COMPANY_VARIABLES[variable];
    return company[key] === PLACEHOLDER_COMPANY[key];
  });
}
