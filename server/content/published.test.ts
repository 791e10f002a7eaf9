import { expect, test } from 'vitest';
import { validDate } from '../../shared/blog/post.ts';
import type { RejectedEntry } from './parse/parse-content.ts';
import type { SlugHistory } from './published.ts';
import { type AddressedEntry, Published } from './published.ts';

const TODAY = '2026-01-10';
const TOMORROW = '2026-01-11';
const NOW = Date.parse(TODAY);

/** An entry as the service has it. */
const entry = (id: string, { slug = id, publishedDate = '2025-01-01' } = {}): AddressedEntry => ({
  id,
  slug,
  title: `Post ${id}`,
  publishAt: validDate(publishedDate)?.getTime() ?? Number.MIN_SAFE_INTEGER,
});

type Published_ = Published<AddressedEntry>;

interface Later {
  previous?: Published_ | undefined;
  rejected?: RejectedEntry[];
  readAt?: number;
  now?: number;
  slugHistory?: SlugHistory;
}

/** Builds the posts from entries that were read later than those before. */
function read(entries: AddressedEntry[], later: Later = {}): Published_ {
  const { previous, readAt = (previous?.readAt ?? NOW) + 1, rejected = [], now = NOW } = later;
  return new Published({
    entries,
    rejected,
    readAt,
    now,
    previous,
    slugHistory: later.slugHistory,
  });
}

/** Builds the posts at a later moment, without another read. */
const at = (previous: Published_, entries: AddressedEntry[], now: number) =>
  read(entries, { previous, readAt: previous.readAt, now });

const slugsOf = ({ visible }: Published_) => [...visible.keys()];
const many = (count: number) => Array.from({ length: count }, (_, at) => entry(`post-${at}`));

test('10,000 removed posts are remembered, and the oldest are forgotten', () => {
  const now = read([], { previous: read(many(10_001)) });
  expect(now.resolveSlug('post-0').kind).toBe('not-found');
  expect(now.resolveSlug('post-1').kind).toBe('gone');
  expect(now.resolveSlug('post-10000').kind).toBe('gone');
});

test('posts are shown newest first in any order of entries, undated ones last', () => {
  const now = read([
    entry('undated', { publishedDate: '' }),
    entry('noon', { publishedDate: '2025-03-01T12:00:00+05:00' }),
    entry('morning', { publishedDate: '2025-03-01T08:00:00Z' }),
    entry('nonsense', { publishedDate: 'soon' }),
    entry('new', { publishedDate: TODAY }),
  ]);
  expect(slugsOf(now)).toEqual(['new', 'morning', 'noon', 'undated', 'nonsense']);
});

test('posts of several later days appear one after another', () => {
  const entries = [
    entry('tomorrow', { publishedDate: TOMORROW }),
    entry('later', { publishedDate: '2026-02-01' }),
    entry('old'),
  ];
  let now = read(entries);
  const seen = [slugsOf(now)];
  for (const day of ['2026-01-10T23:59:59.999Z', TOMORROW, '2026-02-01', '2026-03-01']) {
    if (Date.parse(day) >= now.nextPublishAt) now = at(now, entries, Date.parse(day));
    seen.push(slugsOf(now));
  }
  expect(seen).toEqual([
    ['old'],
    ['old'],
    ['tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
  ]);
  expect(now.nextPublishAt).toBe(Number.POSITIVE_INFINITY);
});

test('a former slug leads to its post only while that is shown under its own slug', () => {
  const previous = read([entry('a'), entry('b'), entry('c')]);
  const third = entry('c', { slug: 'third' });
  const after = (...entries: AddressedEntry[]) => read([third, ...entries], { previous });
  const found = after(entry('a', { slug: 'first' }));
  expect(found.resolveSlug('a')).toEqual({ kind: 'redirect', slug: 'first' });
  expect(found.resolveSlug('b')).toEqual({ kind: 'gone' });
  expect(found.resolveSlug('c')).toEqual({ kind: 'redirect', slug: 'third' });
  for (const changed of [{ slug: 'first', publishedDate: TOMORROW }, { slug: 'third' }])
    expect(after(entry('a', changed)).resolveSlug('a')).toEqual({ kind: 'not-found' });
  const rejected = [{ id: 'a', issue: 'it has no title' }];
  expect(read([third], { previous, rejected }).resolveSlug('a')).toEqual({ kind: 'not-found' });
});

test.each<[string, AddressedEntry[], RejectedEntry[]]>([
  ['could not be shown', [], [{ id: 'a', issue: 'it has no title' }]],
  ['was put off', [entry('a', { publishedDate: TOMORROW })], []],
  ['had a slug that another has', [entry('a', { slug: 'other' })], []],
])('the slug of a post that %s for a while is remembered', (_, change, rejected) => {
  for (const [later, expected] of [
    [[entry('a', { slug: 'moved' })], { kind: 'redirect', slug: 'moved' }],
    [[], { kind: 'gone' }],
  ] as const) {
    const previous = read([entry('other'), entry('a')]);
    const meanwhile = read([entry('other'), ...change], { previous, rejected });
    expect(meanwhile.resolveSlug('a')).toEqual({ kind: 'not-found' });
    const now = read([entry('other'), ...later], { previous: meanwhile });
    expect(now.resolveSlug('a')).toEqual(expected);
  }
});

test('a former slug that another post will have leads to the first one until then', () => {
  const first = entry('a', { slug: 'b' });
  const next = entry('n', { slug: 'a', publishedDate: TOMORROW });
  const now = read([first, next], { previous: read([entry('a')]) });
  expect(now.resolveSlug('a')).toEqual({ kind: 'redirect', slug: 'b' });
  const due = at(now, [first, next], Date.parse(TOMORROW));
  expect(due.resolveSlug('a')).toMatchObject({ kind: 'entry', entry: { id: 'n' } });
  const [readAt, later] = [Date.parse(TOMORROW) + 1, Date.parse(TOMORROW) + 1];
  const gone = read([first], { previous: due, readAt, now: later });
  expect(gone.resolveSlug('a'), 'the slug of the one that was there last').toEqual({
    kind: 'gone',
  });
});

test('a post dated ahead takes the slug of another once it is due', () => {
  const first = entry('first', { slug: 'a' });
  const next = entry('next', { slug: 'a', publishedDate: TOMORROW });
  const now = read([next, first]);
  expect(now.resolveSlug('a')).toMatchObject({ entry: { id: 'first' } });
  expect(now.conflicts).toEqual([
    {
      id: 'next',
      issue:
        'its slug "a" is already used by "Post first"; this post takes its place on its own date',
    },
  ]);
  const due = at(now, [next, first], Date.parse(TOMORROW));
  expect(due.resolveSlug('a')).toMatchObject({ entry: { id: 'next' } });
  expect(due.conflicts).toEqual([
    { id: 'first', issue: 'its slug "a" is already used by "Post next", which is newer' },
  ]);
});

test('an entry that was never shown leaves no trace when it is taken down', () => {
  const ahead = read([entry('a', { publishedDate: TOMORROW })]);
  expect(ahead.resolveSlug('a')).toEqual({ kind: 'not-found' });
  expect(read([], { previous: ahead }).resolveSlug('a')).toEqual({ kind: 'not-found' });
});

test('a slug is recorded when its post comes, even if no other replica saw it there', () => {
  const { slugHistory } = read([entry('a')]);
  expect([...slugHistory]).toEqual([['a', { entryId: 'a', lastSeenAt: NOW + 1 }]]);
  const now = read([entry('b')]);
  expect(now.resolveSlug('a')).toEqual({ kind: 'not-found' });
  const told = read([entry('b')], { previous: now, slugHistory });
  expect(told.resolveSlug('a')).toEqual({ kind: 'gone' });
});
