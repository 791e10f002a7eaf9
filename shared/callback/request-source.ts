/** The campaign that brought a visit, by the address at which it began. */
export interface RequestSource {
  source: string | null;
  medium: string | null;
  campaign: string | null;
}

/**
 * The parameters of an address, and the fields of a form, by the part of the source. Identifiers of
 * clicks are not among them, because they identify a person (docs/legal.md).
 */
export const SOURCE_PARAMS = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
} as const satisfies Record<keyof RequestSource, string>;

/** The highest number of code points in each part of a source. */
const MAX_SOURCE_LENGTH = 100;

/**
 * Parses the source of a request. Each part becomes one line of printable characters.
 * @param get returns the value of a parameter, for example of the query of an address
 * @returns null when no part is known
 */
export function parseRequestSource(
  get: (param: string) => string | null | undefined,
): RequestSource | null {
  const part = (name: keyof RequestSource) => {
    const printable = (get(SOURCE_PARAMS[name]) ?? '').replace(/\s+/g, ' ').replace(/\p{C}/gu, '');
    return [...printable.trim()].slice(0, MAX_SOURCE_LENGTH).join('').trim() || null;
  };
  const source = { source: part('source'), medium: part('medium'), campaign: part('campaign') };
  return Object.values(source).some((value) => value !== null) ? source : null;
}
