import * as z from 'zod';
import { type Company, PLACEHOLDER_COMPANY } from '../shared/site/company.ts';

const origin = (what: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      `takes ${what}`,
    )
    .transform((value) => new URL(value).origin);

const wholeNumber = (least: number, most: number) => {
  const message = `takes a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
};

const fact = (fallback: string) =>
  z
    .string()
    .trim()
    .min(1, 'takes a text')
    .max(200, 'takes at most 200 characters')
    .default(fallback);

const optional = <T extends z.ZodType>(schema: T) => schema.optional();
const text = z.string().min(1);

/**
 * The environment table of the README. Empty values count as unset, as compose files and CI systems
 * write them.
 */
const Environment = z
  .object({
    PORT: wholeNumber(0, 65535).default(3000),
    HOST: text.default('0.0.0.0'),
    ADMIN_PORT: optional(wholeNumber(0, 65535)),
    ADMIN_HOST: text.default('127.0.0.1'),
    SITE_URL: optional(origin('an http or https address such as https://www.example.com')),
    ALLOW_INDEXING: z.enum(['true', 'false'], 'takes true or false').default('true'),
    CONTENTFUL_SPACE_ID: optional(
      text.regex(/^[\w-]+$/, 'takes a space id: letters, digits, - and _'),
    ),
    CONTENTFUL_ACCESS_TOKEN: optional(text.regex(/^[\x21-\x7e]+$/, 'takes a token without spaces')),
    CONTENTFUL_ENVIRONMENT: text.regex(/^[\w.-]+$/, 'takes an environment name').default('master'),
    CONTENTFUL_HOST: text.default('cdn.contentful.com'),
    CONTENTFUL_PREVIEW_TOKEN: optional(
      text.regex(/^[\x21-\x7e]+$/, 'takes a token without spaces'),
    ),
    CONTENTFUL_PREVIEW_HOST: text.default('preview.contentful.com'),
    PREVIEW_SECRET: optional(text),
    CONTENTFUL_WEBHOOK_SECRET: optional(text),
    CONTENT_TTL_SECONDS: wholeNumber(0, 86_400).default(60),
    PHP_BACKEND_URL: optional(
      origin('the http or https origin of the PHP backend, such as http://php:8080'),
    ),
    CALLBACK_SPOOL: z.enum(['on', 'off'], 'takes on or off').default('off'),
    DATA_DIR: text.default('./data'),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    CONTACT_RATE_LIMIT: wholeNumber(1, 1_000_000).default(5),
    CACHE_PURGE_URL: optional(origin('the http or https origin of the shared cache in front')),
    VITALS_SAMPLE_RATE: z
      .string()
      .refine((value) => /^(0|1|0?\.\d+|1\.0+|0\.0+)$/.test(value), 'takes a share from 0 to 1')
      .transform(Number)
      .default(1),
    SERVICE_WORKER: z.enum(['on', 'off'], 'takes on or off').default('on'),
    DRAIN_DELAY_SECONDS: wholeNumber(0, 10).default(0),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'takes trace, debug, info, warn, error, fatal or silent',
      )
      .default('info'),
    COMPANY_NAME: fact(PLACEHOLDER_COMPANY.name),
    COMPANY_PHONE: fact(PLACEHOLDER_COMPANY.phone),
    COMPANY_PHONE_24H: fact(PLACEHOLDER_COMPANY.phone24h),
    COMPANY_EMAIL: fact(PLACEHOLDER_COMPANY.email),
    COMPANY_CLAIMS_EMAIL: fact(PLACEHOLDER_COMPANY.claimsEmail),
    COMPANY_LEGAL_NAME: fact(PLACEHOLDER_COMPANY.legalName),
    COMPANY_NUMBER: fact(PLACEHOLDER_COMPANY.number),
    COMPANY_HEAD_OFFICE: fact(PLACEHOLDER_COMPANY.headOffice),
    COMPANY_REGISTERED_OFFICE: fact(PLACEHOLDER_COMPANY.registeredOffice),
  })
  .superRefine((env, context) => {
    const together = (present: keyof typeof env, missing: keyof typeof env) => {
      if (env[present] !== undefined && env[missing] === undefined)
        context.addIssue({
          code: 'custom',
          path: [missing],
          message: `must be set when ${present} is`,
        });
    };
    together('CONTENTFUL_SPACE_ID', 'CONTENTFUL_ACCESS_TOKEN');
    together('CONTENTFUL_ACCESS_TOKEN', 'CONTENTFUL_SPACE_ID');
    together('CONTENTFUL_PREVIEW_TOKEN', 'PREVIEW_SECRET');
    together('CONTENTFUL_PREVIEW_TOKEN', 'CONTENTFUL_SPACE_ID');
    for (const name of ['CONTENTFUL_HOST', 'CONTENTFUL_PREVIEW_HOST'] as const)
      if (!URL.canParse(contentOrigin(env[name])))
        context.addIssue({ code: 'custom', path: [name], message: 'takes a host or an origin' });
  });

const contentOrigin = (host: string) => (/^https?:\/\//.test(host) ? host : `https://${host}`);

/** Names one or more environment variables that cannot be used, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment into one frozen object.
 * @throws {ConfigError} listing every fault at once, a line each: the variable and what it takes.
 * Values are never repeated: they may be secrets.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  const env = parsed.data;
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const company: Company = {
    name: env.COMPANY_NAME,
    phone: env.COMPANY_PHONE,
    phone24h: env.COMPANY_PHONE_24H,
    email: env.COMPANY_EMAIL,
    claimsEmail: env.COMPANY_CLAIMS_EMAIL,
    legalName: env.COMPANY_LEGAL_NAME,
    number: env.COMPANY_NUMBER,
    headOffice: env.COMPANY_HEAD_OFFICE,
    registeredOffice: env.COMPANY_REGISTERED_OFFICE,
  };
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    admin: env.ADMIN_PORT === undefined ? null : { port: env.ADMIN_PORT, host: env.ADMIN_HOST },
    siteUrl,
    https: siteUrl.startsWith('https:'),
    allowIndexing: env.ALLOW_INDEXING === 'true',
    contentful:
      env.CONTENTFUL_SPACE_ID === undefined
        ? null
        : {
            space: env.CONTENTFUL_SPACE_ID,
            environment: env.CONTENTFUL_ENVIRONMENT,
            accessToken: env.CONTENTFUL_ACCESS_TOKEN as string,
            origin: new URL(contentOrigin(env.CONTENTFUL_HOST)).origin,
          },
    preview:
      env.CONTENTFUL_PREVIEW_TOKEN === undefined
        ? null
        : {
            space: env.CONTENTFUL_SPACE_ID as string,
            environment: env.CONTENTFUL_ENVIRONMENT,
            accessToken: env.CONTENTFUL_PREVIEW_TOKEN,
            origin: new URL(contentOrigin(env.CONTENTFUL_PREVIEW_HOST)).origin,
            secret: env.PREVIEW_SECRET as string,
          },
    webhookSecret: env.CONTENTFUL_WEBHOOK_SECRET ?? null,
    contentTtlSeconds: env.CONTENT_TTL_SECONDS,
    phpBackendUrl: env.PHP_BACKEND_URL ?? null,
    callbackSpool: env.CALLBACK_SPOOL === 'on',
    dataDir: env.DATA_DIR,
    trustProxy: env.TRUST_PROXY,
    contactRateLimit: env.CONTACT_RATE_LIMIT,
    cachePurgeUrl: env.CACHE_PURGE_URL ?? null,
    vitalsSampleRate: env.VITALS_SAMPLE_RATE,
    serviceWorker: env.SERVICE_WORKER === 'on',
    drainDelayMs: env.DRAIN_DELAY_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    company,
  });
}

export type Config = ReturnType<typeof readConfig>;

/**
 * The facts of the company that are still stand-ins, by variable: worth a warning on a public https
 * site.
 */
export function placeholderFacts(company: Company): string[] {
  const variables: Record<keyof Company, string> = {
    name: 'COMPANY_NAME',
    phone: 'COMPANY_PHONE',
    phone24h: 'COMPANY_PHONE_24H',
    email: 'COMPANY_EMAIL',
    claimsEmail: 'COMPANY_CLAIMS_EMAIL',
    legalName: 'COMPANY_LEGAL_NAME',
    number: 'COMPANY_NUMBER',
    headOffice: 'COMPANY_HEAD_OFFICE',
    registeredOffice: 'COMPANY_REGISTERED_OFFICE',
  };
  return (Object.keys(variables) as (keyof Company)[])
    .filter((key) => company[key] === PLACEHOLDER_COMPANY[key])
    .map((key) => variables[key]);
}
