import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../source/source.ts';
import { Catalogue } from './catalogue.ts';

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
  const catalogue = new Catalogue(() => clock.now);
  catalogue.adopt(entries);
  return { catalogue, clock, shown: () => catalogue.shown.map(({ slug }) => slug) };
}

test('of the posts that were taken down 10,000 are remembered, and the oldest are forgotten', () => {
  const { catalogue } = catalogueOf(
    ...Array.from({ length: 10_001 }, (_, index) => entry(`post-${index}`)),
  );
  catalogue.adopt([]);
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
  const editions = [catalogue.edition];
  const seen = [shown()];
  for (const day of ['2026-01-10T23:59:59.999Z', TOMORROW, '2026-02-01', '2026-03-01']) {
    clock.now = Date.parse(day);
    seen.push(shown());
    editions.push(catalogue.edition);
  }
  expect(seen).toEqual([
    ['old'],
    ['old'],
    ['tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
  ]);
  expect(editions).toEqual([1, 1, 2, 3, 3]);
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
  const { catalogue } = catalogueOf(entry('a'), entry('b'), entry('c'));
  const now = (changes: Partial<CatalogueEntry>) => {
    catalogue.adopt([entry('c', { slug: 'third' }), entry('a', { slug: 'first', ...changes })]);
    return catalogue.find('a');
  };
  expect(now({})).toEqual({ state: 'moved', slug: 'first' });
  expect(now({ publishedDate: TOMORROW })).toEqual({ state: 'unknown' });
  expect(now({ slug: 'third' })).toEqual({ state: 'unknown' });
  expect(now({ fault: 'it has no title' })).toEqual({ state: 'unknown' });
  expect(catalogue.find('b')).toEqual({ state: 'gone' });
  expect(catalogue.find('c')).toEqual({ state: 'moved', slug: 'third' });
});

test('what was never shown leaves no trace when it is taken down', () => {
  const { catalogue } = catalogueOf(entry('a', { publishedDate: TOMORROW }));
  expect(catalogue.find('a')).toEqual({ state: 'unknown' });
  catalogue.adopt([]);
  expect(catalogue.find('a')).toEqual({ state: 'unknown' });
});

test('the posts that came, changed, moved or went are told, and no others', () => {
  const { catalogue } = catalogueOf(entry('same'), entry('changed'), entry('moved'), entry('gone'));
  const { touched, leftOut } = catalogue.adopt([
    entry('same'),
    entry('changed', { revision: 2 }),
    entry('moved', { slug: 'new-place' }),
    entry('new'),
    entry('wrong', { fault: 'it has no title' }),
    entry('second', { slug: 'same' }),
  ]);
  expect(new Set(touched)).toEqual(new Set(['changed', 'moved', 'gone', 'new-place', 'new']));
  expect(leftOut.map(({ id, fault }) => [id, fault])).toEqual([
    ['wrong', 'it has no title'],
    ['second', 'a newer entry has its slug'],
  ]);
  expect(catalogue.edition).toBe(2);
  catalogue.adopt(catalogue.kept.entries);
  expect(catalogue.edition, 'nothing has changed').toBe(2);
});

test('a post that the service lacks is out of the list at once, and remembered if it was seen', () => {
  const { catalogue, shown } = catalogueOf(entry('seen'), entry('unseen'), entry('other'));
  for (const slug of ['seen', 'unseen']) {
    const found = catalogue.find(slug);
    if (found.state === 'listed') catalogue.retire(found.entry, slug === 'seen');
  }
  expect(shown()).toEqual(['other']);
  expect(catalogue.edition).toBe(3);
  expect(catalogue.find('seen')).toEqual({ state: 'gone' });
  expect(catalogue.find('unseen')).toEqual({ state: 'unknown' });
  expect(catalogue.revisionOf('seen')).toBeUndefined();
});
