import { expect, test } from 'vitest';
import { limitSlugHistory, mergeSlugHistory, recordSlugs, type SlugHistory } from './published.ts';

const NOW = Date.UTC(2030, 0, 1);
const EVER = Number.MIN_SAFE_INTEGER;

/** Returns published slugs with the id of their entry and the time when it was due. */
const published = (slugs: Record<string, string>, readAt: number, publishAt = EVER) => ({
  visible: new Map(Object.entries(slugs).map(([slug, id]) => [slug, { id, publishAt }])),
  readAt,
});

test('who left a slug was last seen at the earlier read, who came to one at the later', () => {
  const before = published({ a: 'stays', b: 'goes', c: 'moves' }, NOW - 5);
  const slugHistory = recordSlugs(new Map(), undefined, { ...before, readAt: NOW - 9 });
  const after = published({ a: 'stays', d: 'moves', b: 'comes' }, NOW);
  const then = recordSlugs(slugHistory, before, after);
  expect(Object.fromEntries(then)).toEqual({
    a: { entryId: 'stays', lastSeenAt: NOW - 9 },
    b: { entryId: 'comes', lastSeenAt: NOW },
    c: { entryId: 'moves', lastSeenAt: NOW - 5 },
    d: { entryId: 'moves', lastSeenAt: NOW },
  });
});

test('a slug that goes back to an entry it had before has that entry again', () => {
  const slugHistory: SlugHistory = new Map([['a', { entryId: 'one', lastSeenAt: 7 }]]);
  const previous = published({ a: 'other' }, NOW - 2);
  const then = recordSlugs(slugHistory, previous, published({ a: 'one' }, NOW));
  expect(then.get('a')).toEqual({ entryId: 'one', lastSeenAt: NOW });
});

test('an entry that has become due since the read was seen from its date on', () => {
  const shown = published({ a: 'late' }, 5, NOW - 1);
  const slugHistory = recordSlugs(new Map(), undefined, shown);
  expect(slugHistory.get('a')).toEqual({ entryId: 'late', lastSeenAt: NOW - 1 });
  const gone = recordSlugs(slugHistory, shown, published({}, NOW));
  expect(gone.get('a')).toEqual({ entryId: 'late', lastSeenAt: NOW - 1 });
});

test('the latest entry under a slug counts, in any order of merging', () => {
  const one: SlugHistory = new Map([['a', { entryId: 'x', lastSeenAt: 3 }]]);
  const other: SlugHistory = new Map([['a', { entryId: 'y', lastSeenAt: 5 }]]);
  for (const merged of [mergeSlugHistory(one, other), mergeSlugHistory(other, one)])
    expect(merged.get('a')).toEqual({ entryId: 'y', lastSeenAt: 5 });
});

test("10,000 former slugs are remembered beside today's, the oldest are forgotten", () => {
  const seen = Array.from(
    { length: 10_002 },
    (_, at) => [`old-${at}`, { entryId: 'x', lastSeenAt: at }] as const,
  );
  const all = new Map([['a', { entryId: 'one', lastSeenAt: 0 }], ...seen]);
  const kept = limitSlugHistory(all, published({ a: 'one' }, NOW).visible);
  expect(kept.size).toBe(10_001);
  expect(['a', 'old-0', 'old-1', 'old-2'].map((slug) => kept.has(slug))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
