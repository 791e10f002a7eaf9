import example from '../../docs/site.example.json' with { type: 'json' };
import type { Company } from '../../shared/site/company.ts';
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
