import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../content/contentful/source.ts';
import { type Blog, blogOf } from './blog.ts';
import { type Body, bodyOf } from './body.ts';
import { diff } from './difference.ts';

const TODAY = '2026-01-10';
const TOMORROW = '2026-01-11';
const NOW = Date.parse(TODAY);

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

/** The post of an entry. */
function body(
  id: string,
  changes: Partial<CatalogueEntry & { tags: string[] }> = {},
  text = '',
): Body {
  const { fault: _, revision, ...rest } = entry(id, changes);
  const post = { ...rest, excerpt: text, image: null, author: null, content: null };
  return bodyOf({ post, revision, links: [] });
}

const EMPTY = blogOf(null, new Map(), new Map(), NOW);

/** A blog that was told on TODAY that there are these entries, and then what else there is. */
function told(...lists: (readonly CatalogueEntry[])[]): Blog {
  return lists.reduce(
    (blog, list) => blog.after({ entries: list, askedAt: Math.max(NOW, blog.askedAt) + 1 }, NOW),
    EMPTY,
  );
}

const shown = (blog: Blog) => blog.shown.map(({ slug }) => slug);
const many = (count: number) => Array.from({ length: count }, (_, at) => entry(`post-${at}`));
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `post-${from + at}`);

test('of the posts that were taken down 10,000 are remembered, and the oldest are forgotten', () => {
  const blog = told(many(10_001), []);
  expect(blog.post('post-0').state).toBe('missing');
  expect(blog.post('post-1').state).toBe('gone');
  expect(blog.post('post-10000').state).toBe('gone');
});

test('posts are shown newest first, whatever their order was, and those without a date last', () => {
  const blog = told([
    entry('undated', { publishedDate: '' }),
    entry('noon', { publishedDate: '2025-03-01T12:00:00+05:00' }),
    entry('morning', { publishedDate: '2025-03-01T08:00:00Z' }),
    entry('nonsense', { publishedDate: 'soon' }),
    entry('new', { publishedDate: TODAY }),
  ]);
  expect(shown(blog)).toEqual(['new', 'morning', 'noon', 'undated', 'nonsense']);
});

test('posts of several later days appear one after another', () => {
  let blog = told([
    entry('tomorrow', { publishedDate: TOMORROW }),
    entry('later', { publishedDate: '2026-02-01' }),
    entry('old'),
  ]);
  const seen = [shown(blog)];
  for (const day of ['2026-01-10T23:59:59.999Z', TOMORROW, '2026-02-01', '2026-03-01']) {
    const isDue = Date.parse(day) >= blog.listing.nextDue;
    if (isDue) blog = blog.after({}, Date.parse(day));
    seen.push(shown(blog));
  }
  expect(seen).toEqual([
    ['old'],
    ['old'],
    ['tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
    ['later', 'tomorrow', 'old'],
  ]);
  expect(blog.listing.nextDue).toBe(Number.POSITIVE_INFINITY);
});

test('a former address leads to its post only while that is shown under its own slug', () => {
  const before = [entry('a'), entry('b'), entry('c')];
  const after = (changes: Partial<CatalogueEntry>) =>
    told(before, [entry('c', { slug: 'third' }), entry('a', { slug: 'first', ...changes })]);
  expect(after({}).post('a')).toEqual({ state: 'moved', slug: 'first' });
  expect(after({ publishedDate: TOMORROW }).post('a')).toEqual({ state: 'missing' });
  expect(after({ slug: 'third' }).post('a')).toEqual({ state: 'missing' });
  expect(after({ fault: 'it has no title' }).post('a')).toEqual({ state: 'missing' });
  expect(after({}).post('b')).toEqual({ state: 'gone' });
  expect(after({}).post('c')).toEqual({ state: 'moved', slug: 'third' });
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
    const meanwhile = told([entry('other'), entry('a')], [entry('other'), entry('a', change)]);
    expect(meanwhile.post('a')).toEqual({ state: 'missing' });
    const now = meanwhile.after({ entries: [entry('other'), ...later], askedAt: NOW + 3 }, NOW);
    expect(now.post('a')).toEqual(expected);
  }
});

test('a former address that another post will have leads to the first one until then', () => {
  const [first, next] = [entry('a', { slug: 'b' }), entry('n', { slug: 'a' })];
  const blog = told([entry('a')], [first, { ...next, publishedDate: TOMORROW }]);
  expect(blog.post('a')).toEqual({ state: 'moved', slug: 'b' });
  const due = blog.after({}, Date.parse(TOMORROW));
  expect(due.post('a')).toMatchObject({ state: 'listed', entry: { id: 'n' } });
  const gone = due.after(
    { entries: [first], askedAt: Date.parse(TOMORROW) + 1 },
    Date.parse(TOMORROW) + 1,
  );
  expect(gone.post('a'), 'the address of the one that was there last').toEqual({ state: 'gone' });
});

test('a post dated ahead takes the slug of another once it is due', () => {
  const first = entry('first', { slug: 'a' });
  const next = entry('next', { slug: 'a', publishedDate: TOMORROW });
  const blog = told([next, first]);
  expect(blog.post('a')).toMatchObject({ entry: { id: 'first', isSecond: true } });
  expect(blog.listing.leftOut).toEqual([
    { id: 'next', fault: 'its slug "a" is that of "Post first" too until its date' },
  ]);
  const due = blog.after({}, Date.parse(TOMORROW));
  expect(due.post('a')).toMatchObject({ entry: { id: 'next', isSecond: false } });
  expect(due.listing.leftOut).toEqual([
    { id: 'first', fault: 'its slug "a" is that of "Post next" too, which is newer' },
  ]);
});

test('what was never shown leaves no trace when it is taken down', () => {
  const ahead = told([entry('a', { publishedDate: TOMORROW })]);
  expect(ahead.post('a')).toEqual({ state: 'missing' });
  expect(ahead.after({ entries: [], askedAt: NOW + 2 }, NOW).post('a')).toEqual({
    state: 'missing',
  });
});

test('a post is noted at its address when it comes: who knows that need not have seen it there', () => {
  const { addresses } = told([entry('a')]);
  expect([...addresses]).toEqual([['a', { id: 'a', at: NOW + 1 }]]);
  const blog = told([entry('b')]);
  expect(blog.post('a')).toEqual({ state: 'missing' });
  expect(blog.after({ addresses }, NOW).post('a')).toEqual({ state: 'gone' });
});

test('of what was seen under a slug the last counts, in whatever order it is heard', () => {
  const one = told([entry('x', { slug: 'a' })]);
  const other = one
    .after({ entries: [entry('y', { slug: 'a' })], askedAt: NOW + 5 }, NOW)
    .after({ entries: [], askedAt: NOW + 6 }, NOW);
  const nobody = one.after({ entries: [], askedAt: NOW + 7 }, NOW);
  const heard = nobody.after({ addresses: other.addresses }, NOW);
  const heardBack = other.after({ addresses: nobody.addresses }, NOW);
  expect(heard.addresses.get('a')).toEqual({ id: 'y', at: NOW + 5 });
  expect(heardBack.addresses.get('a')).toEqual({ id: 'y', at: NOW + 5 });
});

test('an answer that a later one overtook changes nothing but who was seen where', () => {
  const blog = told([entry('a')]).after({ entries: [entry('b')], askedAt: NOW + 10 }, NOW);
  const late = blog.after(
    { entries: [entry('a', { slug: 'between' }), entry('b')], askedAt: NOW + 5 },
    NOW,
  );
  expect(shown(late)).toEqual(['b']);
  expect(late.askedAt).toBe(NOW + 10);
  expect(late.post('between')).toEqual({ state: 'gone' });
});

test('a post that the service lacks is out of the list at once, and its address remembered', () => {
  const blog = told([entry('lost'), entry('other')]).after({ lacking: 'lost' }, NOW);
  expect(shown(blog)).toEqual(['other']);
  expect(blog.post('lost')).toEqual({ state: 'gone' });
  const again = blog.after({ entries: [entry('lost'), entry('other')], askedAt: NOW + 2 }, NOW);
  expect(again.post('lost')).toMatchObject({ state: 'listed' });
});

test('of two revisions of a post the higher one stays, whichever comes first', () => {
  const [old, corrected] = [body('a'), body('a', { revision: 2 }, 'Corrected')];
  const blog = told([entry('a', { revision: 2 })]);
  for (const bodies of [
    [old, corrected],
    [corrected, old],
  ])
    expect(blog.after({ bodies }, NOW).bodies.get('a')).toBe(corrected);
  expect(blog.after({ bodies: [old] }, NOW).outdated()).toHaveLength(1);
  expect(blog.after({ bodies: [corrected] }, NOW).outdated()).toEqual([]);
});

test('a post in a higher revision than the listed one is not outdated', () => {
  const blog = told([entry('a')]).after({ bodies: [body('a', { revision: 2 })] }, NOW);
  expect(blog.outdated()).toEqual([]);
});

test('a list waits for its posts until all have come once; from then on a post is in it when it comes', () => {
  const entries = many(45);
  const cold = told(entries);
  expect(cold.list(3)?.lacking.map(({ slug }) => slug)).toEqual(numbered(40, 45));
  const partly = cold.after({ bodies: numbered(0, 20).map((id) => body(id)) }, NOW);
  expect([partly.list(1)?.lacking, partly.list(2)?.lacking.length, partly.isComplete]).toEqual([
    [],
    20,
    false,
  ]);
  const whole = partly.after({ bodies: numbered(20, 45).map((id) => body(id)) }, NOW);
  const added = whole.after(
    { entries: [entry('new', { publishedDate: TODAY }), ...entries], askedAt: NOW + 2 },
    NOW,
  );
  const slugsOf = (blog: Blog) => blog.list(1)?.entries.map(({ slug }) => slug);
  expect(slugsOf(added)).toEqual(numbered(0, 20));
  expect(added.post('new')).toMatchObject({ state: 'listed', body: undefined });
  expect(shown(added)[0]).toBe('new');
  const come = added.after({ bodies: [body('new', { publishedDate: TODAY })] }, NOW);
  expect(slugsOf(come)).toEqual(['new', ...numbered(0, 19)]);
});

test('there is no page past the last, and a blog without posts has an empty one', () => {
  expect([told([]).list(1)?.entries, told([]).list(2)]).toEqual([[], null]);
  expect([told(many(40)).list(2)?.pageCount, told(many(40)).list(3)]).toEqual([2, null]);
  expect(told(many(40)).list(1, 'no-such-tag')).toBeNull();
});

test('the version of a page and of a post changes when, and only when, what they show does', () => {
  const entries = many(45);
  const blog = told(entries).after({ bodies: entries.map(({ id }) => body(id)) }, NOW);
  const versions = (of: Blog) => [1, 2, 3].map((page) => of.list(page)?.version);
  const versionOf = (of: Blog, slug: string) => {
    const found = of.post(slug);
    return found.state === 'listed' && found.body && of.versionOf(found.entry, found.body);
  };
  const same = blog
    .after({ entries: many(45), askedAt: NOW + 2 }, NOW)
    .after({ bodies: [body('post-7')] }, NOW);
  expect(versions(same)).toEqual(versions(blog));
  expect(versionOf(same, 'post-7')).toBe(versionOf(blog, 'post-7'));
  const changed = blog.after({ bodies: [body('post-25', {}, 'Another text')] }, NOW);
  const [first, second, third] = versions(blog);
  expect(versions(changed)).toEqual([first, expect.not.stringMatching(second as string), third]);
  expect(versionOf(changed, 'post-25')).not.toBe(versionOf(blog, 'post-25'));
  expect(versionOf(changed, 'post-7')).toBe(versionOf(blog, 'post-7'));
  const shorter = blog.after({ entries: entries.slice(0, 44), askedAt: NOW + 2 }, NOW);
  expect(versionOf(shorter, 'post-43'), 'which suggested the one that went').not.toBe(
    versionOf(blog, 'post-43'),
  );
});

test('what is different from what is stored is the difference, and nothing else', () => {
  const stored = told([entry('same'), entry('changed'), entry('moved'), entry('gone')]).after(
    { bodies: ['same', 'changed', 'moved', 'gone'].map((id) => body(id)) },
    NOW,
  );
  expect(diff(stored, stored)).toEqual({
    isListedOtherwise: false,
    came: [],
    went: [],
    seen: [],
    forgotten: [],
  });
  const blog = stored
    .after(
      {
        entries: [
          entry('same'),
          entry('changed', { revision: 2 }),
          entry('moved', { slug: 'new-place', revision: 2 }),
          entry('new'),
        ],
        askedAt: NOW + 2,
      },
      NOW,
    )
    .after({ bodies: [body('changed', { revision: 2 }), body('new')] }, NOW);
  const { isListedOtherwise, came, went, seen } = diff(stored, blog);
  expect(isListedOtherwise).toBe(true);
  expect(came.map(({ id }) => id)).toEqual(['changed', 'new']);
  expect(went).toEqual(['gone']);
  expect(new Map(seen).get('new-place')).toEqual({ id: 'moved', at: NOW + 2 });
  expect(new Map(seen).get('new')).toEqual({ id: 'new', at: NOW + 2 });
  const renewed = stored.after(
    { entries: structuredClone(stored.entries ?? []), askedAt: NOW + 9 },
    NOW,
  );
  expect(diff(stored, renewed).isListedOtherwise, 'the same list, later').toBe(false);
});
