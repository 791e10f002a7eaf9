import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { type FeedPost, feedXml } from './feed.ts';

const company = { ...PLACEHOLDER_COMPANY, name: 'Roadaid', email: 'hello@roadaid.example' };
const site = { url: 'https://www.roadaid.example', company };

const post: FeedPost = {
  id: 'abc',
  slug: 'after-dark',
  title: 'After dark',
  publishedDate: '2025-03-04',
  excerpt: 'What to do first.',
  author: 'Sam Sample',
  updatedAt: '2025-03-05T10:00:00.000Z',
};

function parsed(posts: FeedPost[], from = site) {
  const xml = feedXml({ site: { ...from }, posts });
  expect(XMLValidator.validate(xml)).toBe(true);
  const isArray = (name: string) => ['entry', 'link'].includes(name);
  return new XMLParser({ ignoreAttributes: false, parseTagValue: false, isArray }).parse(xml).feed;
}

/** Returns the text that a feed reader shows for a text construct of type html. */
function shown(html: { '#text': string; '@_type': string }): string {
  expect(html['@_type']).toBe('html');
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>' };
  return html['#text'].replace(/&(\w+);/g, (_, name) => entities[name] ?? '');
}

test('has what Atom requires: id, title, last change, author and its own URL', () => {
  const feed = parsed([post]);
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom');
  expect(feed).toMatchObject({
    id: 'https://www.roadaid.example/blogs',
    title: 'Roadaid blog',
    updated: '2025-03-05T10:00:00.000Z',
    author: { name: 'Roadaid', email: 'hello@roadaid.example' },
  });
  expect(feed.link).toContainEqual({
    '@_rel': 'self',
    '@_href': 'https://www.roadaid.example/feed.xml',
  });
  expect(feed.link).toContainEqual({
    '@_rel': 'alternate',
    '@_href': 'https://www.roadaid.example/blogs',
  });
});

test('an entry has its id, address, author, summary and both times', () => {
  const [entry] = parsed([post]).entry;
  expect(entry).toMatchObject({
    id: 'https://www.roadaid.example/blogs#abc',
    author: { name: 'Sam Sample' },
    published: '2025-03-04T00:00:00.000Z',
    updated: '2025-03-05T10:00:00.000Z',
  });
  expect(entry.link[0]['@_href']).toBe('https://www.roadaid.example/blogs/after-dark');
  expect([shown(entry.title), shown(entry.summary)]).toEqual(['After dark', 'What to do first.']);
});

test('markup and forbidden characters in texts are shown as text and break nothing', () => {
  const odd = `<b>R&D</b> ]]> &amp; "x"\u0000\u0008\ud800`;
  const feed = parsed([{ ...post, title: odd, excerpt: odd, author: 'A & B\u0007' }], {
    ...site,
    company: { ...company, name: 'R&D <Recovery>' },
  });
  const kept = '<b>R&D</b> ]]> &amp; "x"';
  expect([shown(feed.entry[0].title), shown(feed.entry[0].summary)]).toEqual([kept, kept]);
  expect(feed.entry[0].author.name).toBe('A & B');
  expect(feed.title).toBe('R&D <Recovery> blog');
});

test('malformed dates, a missing author and a missing excerpt leave a valid entry', () => {
  const [entry] = parsed([
    { ...post, publishedDate: 'soon', updatedAt: '', author: null, excerpt: null },
  ]).entry;
  expect(entry.updated).toBe('1970-01-01T00:00:00.000Z');
  expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['published']));
  expect(Object.keys(entry)).toEqual(expect.arrayContaining(['id', 'title', 'link', 'updated']));
});

test('an entry whose id is not well-formed text appears in the feed like any other', () => {
  const feed = parsed([{ ...post, id: 'a\ud800b' }]);
  expect(feed.entry[0].id).toBe('https://www.roadaid.example/blogs#a%EF%BF%BDb');
});
