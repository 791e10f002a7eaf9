import type { Listing } from './listing.ts';

/** More are forgotten, the oldest first. */
const FORMER_ADDRESSES = 10_000;

/** Which post was last shown under a slug, and in which catalogue: its `askedAt`. */
export interface Sighting {
  id: string;
  at: number;
}

/** By slug, whether the post is still there or has moved or gone. */
export type Addresses = ReadonlyMap<string, Sighting>;

/**
 * The addresses after one listing has taken another's place: with who was last seen under those that
 * a post left, and under those to which one came.
 * @param askedAt of the later listing
 */
export function addressesAfter(
  before: { listing: Listing; addresses: Addresses; askedAt: number },
  listing: Listing,
  askedAt: number,
): Addresses {
  const seen: [slug: string, sighting: Sighting][] = [];
  for (const { slug, id, due } of before.listing.shown.values())
    if (listing.shown.get(slug)?.id !== id)
      seen.push([slug, { id, at: Math.max(before.askedAt, due) }]);
  for (const { slug, id, due } of listing.shown.values()) {
    const was = before.listing.shown.get(slug);
    if (before.addresses.get(slug)?.id !== id || (was && was.id !== id))
      seen.push([slug, { id, at: Math.max(askedAt, due) }]);
  }
  return withSightings(before.addresses, seen, listing);
}

/** Of what was seen under a slug the last counts. */
export function withSightings(
  addresses: Addresses,
  seen: Iterable<readonly [slug: string, sighting: Sighting]>,
  { shown }: Listing,
): Addresses {
  const all = new Map(addresses);
  for (const [slug, sighting] of seen) {
    const last = all.get(slug);
    if (last && last.at > sighting.at) continue;
    all.delete(slug);
    all.set(slug, sighting);
  }
  let excess = all.size - shown.size - FORMER_ADDRESSES;
  for (const slug of all.keys()) {
    if (excess <= 0) break;
    if (!shown.has(slug) && all.delete(slug)) excess -= 1;
  }
  return all;
}

/** What an answer that another overtook adds: who was seen in between. @param askedAt of that answer */
export function seenMeanwhile(
  addresses: Addresses,
  { shown }: Listing,
  askedAt: number,
): [slug: string, sighting: Sighting][] {
  return [...shown.values()]
    .filter(({ slug, id }) => addresses.get(slug)?.id !== id)
    .map(({ slug, id }) => [slug, { id, at: askedAt }]);
}
