import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import type { CatalogueEntry } from './contentful/source.ts';

const TODAY = '2026-01-10';
const TOMORROW = '2026-01-11';

/** An entry as the service gives it; each change of it has a revision of its own. */
const entry = (id: string, changes: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id,
  slug: id,
  title: `Post ${id}`,
  publishedDate: '2025-01-01',
  updatedAt: '2025-01-01',
  revision: 1,
  tags: [],
  fault: null,
  ...changes,
});

/** A catalogue on TODAY, which has read the entries. */
function catalogueOf(...entries: CatalogueEntry[]) {
  const clock = { now: Date.parse(TODAY) };
  const catalogue = createCatalogue(() => clock.now);
  let asked = 0;
  const update = (answer: CatalogueEntry[]) => catalogue.update(answer, ++asked);
  update(entries);
  return { catalogue, clock, update, shown: () => catalogue.shown.map(({ slug }) => slug) };
}

test('of the posts that were taken down 10,000 are remembered, and the oldest are forgotten', () => {
  const { catalogue, update } = catalogueOf(
    ...Array.from({ length: 10_001 }, (_, index) => entry(`post-${index}`)),
  );
  update([]);
  expect(catalogue.find('post-0').state).toBe('unknown');
  expect(catalogue.find('post-1').state).toBe('gone');
  expect(catalogue.find('post-10000').state).toBe('gone');
});

test('posts are shown newest first, whatever their order was, and those without a date last', () => {
  const { shown } = catalogueOf(
    entry('undated', { publishedDate: '' }),
    entry('noon', { publishedDate: '2025-03-01T12:00:00+05:00' }),
    entry('morning', { publishedDate: '2025-03-01T08:00:00Z' }),
    entry('nonsense', { publishedDate: 'soon' }),
    entry('new', { publishedDate: TODAY }),
  );
  expect(shown()).toEqual(['new', 'morning', 'noon', 'undated', 'nonsense']);
});

test('posts of several later days appear one after another', () => {
  const { catalogue, clock, shown } = catalogueOf(
    entry('tomorrow', { publishedDate: TOMORROW }),
    entry('later', { publishedDate: '2026-02-01' }),
    entry('old'),
  );
  const versions = [catalogue.version];
  const seen = [shown()];
  for (const day of ['2026-01-10T23:59:59.999Z', TOMORROW, '2026-02-01', '2026-03-01']) {
    clock.now = Date.parse(day);
    seen.push(shown());
    versions.push(catalogue.version);
  }
  expect(seen).toEqual([
    ['old'],
    ['old'],
    ['tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
  ]);
  expect(versions).toEqual([1, 1, 2, 3, 3]);
});

test('a post is found as soon as it is due, and stays when the clock is set back', () => {
  const { catalogue, clock, shown } = catalogueOf(entry('a', { publishedDate: TOMORROW }));
  clock.now = Date.parse(TOMORROW);
  expect(catalogue.find('a').state).toBe('listed');
  expect(shown()).toEqual(['a']);
  clock.now = Date.parse(TODAY);
  expect(catalogue.find('a').state).toBe('listed');
  expect(shown()).toEqual(['a']);
});

test('a former address leads to its post only while that is shown under its own slug', () => {
  const { catalogue, update } = catalogueOf(entry('a'), entry('b'), entry('c'));
  const now = (changes: Partial<CatalogueEntry>) => {
    update([entry('c', { slug: 'third' }), entry('a', { slug: 'first', ...changes })]);
    return catalogue.find('a');
  };
  expect(now({})).toEqual({ state: 'moved', slug: 'first' });
  expect(now({ publishedDate: TOMORROW })).toEqual({ state: 'unknown' });
  expect(now({ slug: 'third' })).toEqual({ state: 'unknown' });
  expect(now({ fault: 'it has no title' })).toEqual({ state: 'unknown' });
  expect(catalogue.find('b')).toEqual({ state: 'gone' });
  expect(catalogue.find('c')).toEqual({ state: 'moved', slug: 'third' });
});

test.each<[string, Partial<CatalogueEntry>]>([
  ['could not be shown', { fault: 'it has no title' }],
  ['was put off', { publishedDate: TOMORROW }],
  ['had a slug that another has', { slug: 'other' }],
])('the address of a post that %s for a while is remembered', (_, change) => {
  for (const [later, expected] of [
    [[entry('a', { slug: 'moved' })], { state: 'moved', slug: 'moved' }],
    [[], { state: 'gone' }],
  ] as const) {
    const { catalogue, update } = catalogueOf(entry('other'), entry('a'));
    update([entry('other'), entry('a', change)]);
    expect(catalogue.find('a')).toEqual({ state: 'unknown' });
    update([entry('other'), ...later]);
    expect(catalogue.find('a')).toEqual(expected);
  }
});

test('a former address that another post will have leads to the first one until then', () => {
  const { catalogue, clock, update } = catalogueOf(entry('a'));
  const [first, next] = [entry('a', { slug: 'b' }), entry('n', { slug: 'a' })];
  update([first, { ...next, publishedDate: TOMORROW }]);
  expect(catalogue.find('a')).toEqual({ state: 'moved', slug: 'b' });
  clock.now = Date.parse(TOMORROW);
  expect(catalogue.find('a')).toMatchObject({ state: 'listed', entry: { id: 'n' } });
  update([first]);
  expect(catalogue.find('a'), 'the address of the one that was there last').toEqual({
    state: 'gone',
  });
});

test('a post dated ahead takes the slug of another once it is due', () => {
  const first = entry('first', { slug: 'a' });
  const next = entry('next', { slug: 'a', publishedDate: TOMORROW });
  const { catalogue, clock, update } = catalogueOf(next, first);
  expect(catalogue.find('a')).toMatchObject({ entry: { id: 'first', isSecond: true } });
  expect(update([next, first])).toMatchObject({
    touched: [],
    leftOut: [{ id: 'next', fault: 'its slug "a" is that of "Post first" too until its date' }],
  });
  clock.now = Date.parse(TOMORROW);
  expect(catalogue.find('a')).toMatchObject({ entry: { id: 'next', isSecond: false } });
  expect(update([next, first])).toMatchObject({
    touched: [],
    leftOut: [{ id: 'first', fault: 'its slug "a" is that of "Post next" too, which is newer' }],
  });
  expect(catalogue.find('a')).toMatchObject({ entry: { id: 'next', isSecond: false } });
});

test('what was never shown leaves no trace when it is taken down', () => {
  const { catalogue, update } = catalogueOf(entry('a', { publishedDate: TOMORROW }));
  expect(catalogue.find('a')).toEqual({ state: 'unknown' });
  update([]);
  expect(catalogue.find('a')).toEqual({ state: 'unknown' });
});

test('a post is noted at its address when it comes: who knows that need not have seen it there', () => {
  const noted = catalogueOf(entry('a')).catalogue.takeUnsaved();
  expect(noted).toEqual([['a', 'a', 1]]);
  const { catalogue } = catalogueOf(entry('b'));
  expect(catalogue.find('a')).toEqual({ state: 'unknown' });
  catalogue.learn(noted);
  expect(catalogue.find('a')).toEqual({ state: 'gone' });
});

test('the posts that came, changed, moved or went are told, and no others', () => {
  const { catalogue, update } = catalogueOf(
    entry('same'),
    entry('changed'),
    entry('moved'),
    entry('gone'),
  );
  const answer = [
    entry('same'),
    entry('changed', { revision: 2 }),
    entry('moved', { slug: 'new-place' }),
    entry('new'),
    entry('wrong', { fault: 'it has no title' }),
    entry('second', { slug: 'same' }),
  ];
  const changes = update(answer);
  expect(new Set(changes?.touched)).toEqual(
    new Set(['changed', 'moved', 'gone', 'new-place', 'new']),
  );
  expect(changes?.leftOut.map(({ id, fault }) => [id, fault])).toEqual([
    ['wrong', 'it has no title'],
    ['second', 'its slug "same" is that of "Post same" too, which is newer'],
  ]);
  expect(catalogue.version).toBe(2);
  update([...answer]);
  expect(catalogue.version, 'nothing has changed').toBe(2);
});

test('a post that the service lacks is out of the list at once, and its address remembered', () => {
  const { catalogue, shown } = catalogueOf(entry('lost'), entry('other'));
  const found = catalogue.find('lost');
  if (found.state === 'listed') catalogue.retire(found.entry);
  expect(shown()).toEqual(['other']);
  expect(catalogue.version).toBe(2);
  expect(catalogue.find('lost')).toEqual({ state: 'gone' });
  expect(catalogue.entry('lost')).toBeUndefined();
});
