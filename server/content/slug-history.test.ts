import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../content/contentful/source.ts';
import { listingOf } from './listing.ts';
import { type Addresses, addressesAfter, seenMeanwhile, withSightings } from './sightings.ts';

const NOW = Date.UTC(2030, 0, 1);
const entry = (id: string, slug: string, publishedDate = '2020-01-01') =>
  ({ id, slug, title: id, publishedDate, revision: 1, fault: null }) as CatalogueEntry;
const listing = (...entries: CatalogueEntry[]) => listingOf(entries, new Set(), NOW);
const NONE: Addresses = new Map();

test('who left an address was last seen there in the former catalogue, who came to one in the later', () => {
  const before = listing(entry('stays', 'a'), entry('goes', 'b'), entry('moves', 'c'));
  const first = addressesAfter(
    { listing: listing(), addresses: NONE, askedAt: 0 },
    before,
    NOW - 9,
  );
  const after = listing(entry('stays', 'a'), entry('moves', 'd'), entry('comes', 'b'));
  const then = addressesAfter({ listing: before, addresses: first, askedAt: NOW - 5 }, after, NOW);
  expect(Object.fromEntries(then)).toEqual({
    a: { id: 'stays', at: NOW - 9 },
    b: { id: 'comes', at: NOW },
    c: { id: 'moves', at: NOW - 5 },
    d: { id: 'moves', at: NOW },
  });
});

test('an address that goes back to a post it had before has that post again', () => {
  const [one, other] = [listing(entry('one', 'a')), listing(entry('other', 'a'))];
  const addresses: Addresses = new Map([['a', { id: 'one', at: 7 }]]);
  const then = addressesAfter({ listing: other, addresses, askedAt: NOW - 2 }, one, NOW);
  expect(then.get('a')).toEqual({ id: 'one', at: NOW });
});

test('a post that has become due since the catalogue was seen from its date on', () => {
  const date = '2029-12-31T00:00:00Z';
  const shown = listing(entry('late', 'a', date));
  const seen = addressesAfter({ listing: listing(), addresses: NONE, askedAt: 0 }, shown, 5);
  expect(seen.get('a')).toEqual({ id: 'late', at: Date.parse(date) });
  const gone = addressesAfter({ listing: shown, addresses: NONE, askedAt: 5 }, listing(), NOW);
  expect(gone.get('a')).toEqual({ id: 'late', at: Date.parse(date) });
});

test('an answer that was overtaken adds only whom nobody knew at an address', () => {
  const addresses: Addresses = new Map([['a', { id: 'one', at: 3 }]]);
  const overtaken = listing(entry('one', 'a'), entry('two', 'b'));
  expect(seenMeanwhile(addresses, overtaken, 2)).toEqual([['b', { id: 'two', at: 2 }]]);
  const later = withSightings(addresses, [['a', { id: 'two', at: 2 }]], listing());
  expect(later.get('a')).toEqual({ id: 'one', at: 3 });
});

test('ten thousand former addresses are remembered besides those of today, the oldest are forgotten', () => {
  const seen = Array.from({ length: 10_002 }, (_, at) => [`old-${at}`, { id: 'x', at }] as const);
  const today = listing(entry('one', 'a'));
  const all = withSightings(new Map([['a', { id: 'one', at: 0 }]]), seen, today);
  expect(all.size).toBe(10_001);
  expect([all.has('a'), all.has('old-0'), all.has('old-1'), all.has('old-2')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
