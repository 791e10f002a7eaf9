import example from '../../docs/site.example.json' with { type: 'json' };
import type { Company } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import type { Config } from './config.ts';

/** Paths whose value may be true of a real company as it is of the example. */
const NOT_INVENTED: readonly string[] = [
  'founded',
  'years',
  'seat',
  'places',
  'officeHours',
  'lineHours',
  'callbackWithin',
] satisfies (keyof Company)[];

/**
 * Finds invented values of docs/site.example.json that the settings still have: names, numbers,
 * addresses and testimonials.
 * @returns the paths in the site file
 */
export function exampleFacts({ company, testimonials = [] }: Config): string[] {
  const facts: Partial<Record<string, unknown>> = { ...company };
  const invented = Object.entries(example.company).filter(
    ([key, value]) => !NOT_INVENTED.includes(key) && shares(facts[key], value),
  );
  const texts = example.testimonials.map(({ text }) => text);
  return [
    ...invented.map(([key]) => `company.${key}`),
    ...(testimonials.some(({ text }) => texts.includes(text)) ? ['testimonials'] : []),
  ];
}

/** Tells whether two values are equal, or two lists have an element in common. */
function shares(own: unknown, other: unknown): boolean {
  if (Array.isArray(own) && Array.isArray(other))
    return own.some((each) => other.some((one) => shares(each, one)));
  return JSON.stringify(own) === JSON.stringify(other);
}

/** Domains that nobody can have: RFC 2606, RFC 6761. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)\.?$/i;

/** An email address, or the host of a URL, whose path may be a secret. */
const ADDRESS = /(?:[^\s"<,/@]+@|(?<=\/\/))([^\s"/:?#>,]+)/g;

/**
 * Finds the addresses of documents and .env.example in the settings: visitors and callback requests
 * that are sent there reach no one. `localhost` itself may be a mail server's own or a webhook's.
 * @returns the variable, or the path in the site file, and the address
 */
export function exampleAddresses(config: Config): [name: string, address: string][] {
  const { siteUrl, siteUrlIsSet, deskUrl, company, channelAddresses } = config;
  const placeholders: Partial<Record<string, unknown>> = PLACEHOLDER_COMPANY;
  const named = exampleFacts(config);
  const facts = Object.entries(company).flatMap(([key, value]): [string, unknown][] =>
    value === placeholders[key] || named.includes(`company.${key}`)
      ? []
      : [[`company.${key}`, value]],
  );
  const settings: [name: string, value: unknown, mayBeLocal?: boolean][] = [
    ['SITE_URL', siteUrlIsSet && siteUrl],
    ...facts,
    ...channelAddresses.map(([name, value]): [string, unknown, boolean] => [name, value, true]),
    ['DESK_URL', deskUrl],
  ];
  return settings.flatMap(([name, value, mayBeLocal = false]) =>
    [...(JSON.stringify(value) ?? '').matchAll(ADDRESS)].flatMap(
      ([address, host = '']): [string, string][] =>
        RESERVED.test(host) && !(mayBeLocal && host === 'localhost') ? [[name, address]] : [],
    ),
  );
}
