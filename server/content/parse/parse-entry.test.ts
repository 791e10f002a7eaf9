import { expect, test } from 'vitest';
import { plainText } from '../../../shared/blog/plain-text.ts';
import type { Post } from '../../../shared/blog/post.ts';
import { assetLink, blogPost, entryLink } from '../../../test/fakes/entries.ts';
import { doc, p, postCard } from '../../../test/fakes/rich-text.ts';
import { createLinkResolver, isEntryOrAsset, type ResolveLink } from './entry-fields.ts';
import { issueOf } from './entry-issues.ts';
import { createEntryParser } from './parse-entry.ts';

const nothing: ResolveLink = () => undefined;
function normalisePost(entry: unknown, resolve: ResolveLink): Post | null {
  if (!isEntryOrAsset(entry) || issueOf('blogPost', entry)) return null;
  return createEntryParser({ resolve, tagNames: new Map() }).parsePost(entry);
}
const fields = { title: 'A title', slug: 'a-slug', publishedDate: '2025-03-04T09:00:00.000Z' };

function file(url: unknown, contentType = 'image/png', more: object = {}) {
  return {
    sys: { type: 'Asset', id: 'a' },
    fields: { title: 'Its title', file: { url, contentType, fileName: 'f.png', ...more } },
  };
}

const withAsset = (asset: unknown) =>
  normalisePost(blogPost('1', { ...fields, featuredImage: assetLink('a') }), () => asset);

test('a complete entry becomes a post', () => {
  const entry = blogPost(
    '1',
    { ...fields, excerpt: ' Short. ', author: 'Ann', content: doc(p('Text')) },
    '2025-04-01T00:00:00.000Z',
  );
  expect(normalisePost(entry, nothing)).toEqual({
    id: '1',
    slug: 'a-slug',
    title: 'A title',
    publishedDate: '2025-03-04T09:00:00.000Z',
    excerpt: 'Short.',
    image: null,
    author: 'Ann',
    content: doc(p('Text')),
    updatedAt: '2025-04-01T00:00:00.000Z',
  });
});

test('an entry needs no more than an id, a title and a slug that an address can hold', () => {
  const bare = { sys: { id: '1' }, fields: { title: 'T', slug: 's' } };
  expect(normalisePost(bare, nothing)).toMatchObject({
    publishedDate: '',
    updatedAt: '',
    excerpt: null,
    image: null,
    author: null,
    content: null,
  });
  for (const slug of [
    '',
    'a/b',
    'a b',
    '../x',
    '.hidden',
    'a?b',
    'a%20b',
    '\u0000',
    7,
    null,
    undefined,
  ])
    expect(
      normalisePost({ ...bare, fields: { title: 'T', slug } }, nothing),
      String(slug),
    ).toBeNull();
  expect(
    normalisePost({ ...bare, fields: { title: 'T', slug: 'caf\u00e9-race' } }, nothing)?.slug,
  ).toBe('caf\u00e9-race');
  for (const broken of [
    null,
    7,
    'x',
    [],
    {},
    { sys: {} },
    { sys: { id: '1' }, fields: [] },
    { ...bare, fields: { slug: 's' } },
  ])
    expect(normalisePost(broken, nothing)).toBeNull();
});

test('fields of the wrong kind count as missing', () => {
  const odd = {
    sys: { id: '1', updatedAt: 3 },
    fields: {
      ...fields,
      publishedDate: {},
      author: 7,
      excerpt: 5,
      content: 'text',
      featuredImage: 'x',
    },
  };
  expect(normalisePost(odd, nothing)).toMatchObject({
    publishedDate: '',
    author: null,
    excerpt: null,
    content: null,
    image: null,
  });
});

test('a protocol-relative picture is kept as given, with its size', () => {
  const asset = file('//images.ctfassets.net/x/y.png', 'image/png', {
    details: { image: { width: 1600, height: 900 } },
  });
  expect(withAsset(asset)?.image).toEqual({
    url: '//images.ctfassets.net/x/y.png',
    width: 1600,
    height: 900,
    alt: 'Its title',
  });
});

test('a picture without a plausible size has none', () => {
  for (const details of [undefined, {}, { image: { width: '5', height: -1 } }])
    expect(withAsset(file('/covers/x.svg', 'image/svg+xml', { details }))?.image).toMatchObject({
      width: null,
      height: null,
    });
});

test('a cover that is no picture, has no web URL or is unpublished is left out', () => {
  for (const asset of [
    file('javascript:alert(1)'),
    file('data:image/png;base64,x'),
    file('tel:1'),
    file(7),
    file('//x/y.pdf', 'application/pdf'),
    undefined,
    {},
  ])
    expect(withAsset(asset)?.image).toBeNull();
});

test('a description becomes the text alternative, and the title the caption', () => {
  const described = file('//x/y.png');
  Object.assign(described.fields, { description: 'A red car' });
  const embed = { nodeType: 'embedded-asset-block', data: { target: assetLink('a') }, content: [] };
  const targetOf = (asset: unknown) =>
    normalisePost(blogPost('1', { ...fields, content: doc(embed) }), () => asset)?.content
      ?.content[0]?.data.target;
  expect(targetOf(described)).toMatchObject({
    kind: 'image',
    picture: { alt: 'A red car' },
    caption: 'Its title',
  });
  expect(targetOf(file('//x/y.png'))).toMatchObject({ picture: { alt: 'Its title' }, caption: '' });
  expect(targetOf(file('//x/y.pdf', 'application/pdf'))).toEqual({
    kind: 'file',
    url: '//x/y.pdf',
    title: 'Its title',
    contentType: 'application/pdf',
  });
});

test('posts that link to each other become cards, without endless nesting', () => {
  const one = blogPost('1', { ...fields, slug: 'one', content: doc(postCard('2')) });
  const two = blogPost('2', {
    ...fields,
    slug: 'two',
    title: 'Two',
    excerpt: doc(p('About two'), postCard('1')),
    content: doc(postCard('1')),
  });
  const follow: ResolveLink = (link) =>
    JSON.stringify(link) === JSON.stringify(entryLink('2')) ? two : one;
  const post = normalisePost(one, follow);
  expect(post?.content?.content[0]?.data.target).toEqual({
    kind: 'post',
    slug: 'two',
    title: 'Two',
    excerpt: 'About two',
    image: null,
  });
  expect(() => JSON.stringify(post)).not.toThrow();
});

test('a picture with only a file name has neither text alternative nor caption', () => {
  const named = (title: string, fileName = 'red-car.jpg') => {
    const asset = file('//x/y.jpg', 'image/jpeg', { fileName });
    asset.fields.title = title;
    return withAsset(asset)?.image?.alt;
  };
  for (const title of ['red-car.jpg', 'red-car', 'Red-Car', 'other.PNG', 'IMG_2041', 'hero2', ''])
    expect(named(title), title).toBe('');
  for (const title of ['A red car', 'Audi', 'The A40 at night']) expect(named(title)).toBe(title);
});

test('drawings and animations are marked as not to be converted', () => {
  expect(withAsset(file('//x/y.svg', 'image/svg+xml'))?.image?.asIs).toBe(true);
  expect(withAsset(file('//x/y.gif', 'image/gif'))?.image?.asIs).toBe(true);
  expect(withAsset(file('//x/y.png'))?.image).not.toHaveProperty('asIs');
});

test('fields for search engines and subjects are kept when present', () => {
  const related = blogPost('2', { ...fields, slug: 'other', title: 'Other' });
  const entry = blogPost('1', fields);
  Object.assign(entry.fields, {
    seoTitle: 'For engines',
    seoDescription: 'About it',
    shareImage: assetLink('a'),
    noindex: true,
    canonicalUrl: 'https://elsewhere.example/post',
    tags: ['repairs', 'hire'],
    relatedPosts: [entryLink('2'), entryLink('1'), entryLink('gone')],
  });
  const follow: ResolveLink = (link) => {
    const { linkType, id } =
      (link as { sys: { linkType: string; id: string } } | undefined)?.sys ?? {};
    if (linkType === 'Asset') return file('//x/share.png');
    return id === '2' ? related : undefined;
  };
  expect(normalisePost(entry, follow)).toMatchObject({
    seo: {
      title: 'For engines',
      description: 'About it',
      image: { url: '//x/share.png' },
      noindex: true,
      canonical: 'https://elsewhere.example/post',
    },
    tags: ['repairs', 'hire'],
    next: [{ slug: 'other', title: 'Other', publishedDate: fields.publishedDate }],
  });
  Object.assign(entry.fields, { canonicalUrl: 'javascript:alert(1)', noindex: 'no', seoTitle: 7 });
  const { seo } = normalisePost(entry, follow) as Post;
  expect(seo).toEqual({ description: expect.any(String), image: expect.anything() });
});

test('the card of an embedded post cuts its excerpt before an emoji, not through it', () => {
  const other = blogPost('2', { ...fields, slug: 'two', excerpt: `${'a'.repeat(299)}🚗 b` });
  const entry = blogPost('1', { ...fields, content: doc(postCard('2')) });
  const [card] = normalisePost(entry, () => other)?.content?.content ?? [];
  expect(card?.data.target.excerpt).toBe(`${'a'.repeat(299)}🚗`);
});

test('half a character in a title or a name becomes U+FFFD', () => {
  const entry = blogPost('1', { ...fields, title: 'Cut \ud83d', author: 'Ann \udc00' });
  expect(normalisePost(entry, nothing)).toMatchObject({
    title: 'Cut \ufffd',
    author: 'Ann \ufffd',
  });
});

test('an excerpt keeps the titles of entries in its lines', () => {
  const inline = (id: string) => ({
    nodeType: 'embedded-entry-inline',
    data: { target: entryLink(id) },
    content: [],
  });
  const words = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} });
  const excerpt = doc({
    nodeType: 'paragraph',
    data: {},
    content: [words('See '), inline('1'), words(' for more')],
  } as never);
  const entry = blogPost('1', { ...fields, excerpt, content: doc(p('Text')) });
  const post = normalisePost(entry, () => entry);
  expect(plainText(post?.excerpt ?? null)).toBe('See A title for more');
});

test.each(['2025-07-01T09:00', '2025-07-01T09:00-04:00', '2025-07-01', 'soon'])(
  'the date %s is read as its editor wrote it',
  (publishedDate) => {
    const entry = blogPost('1', { ...fields, publishedDate });
    expect(normalisePost(entry, nothing)?.publishedDate).toBe(publishedDate);
  },
);

test('20 posts that embed one long post 900 times each stay small: it is read once', () => {
  const long = doc(...Array.from({ length: 200 }, () => p('word '.repeat(200))));
  let reads = 0;
  const big = blogPost('x', { ...fields, slug: 'big', excerpt: long });
  Object.defineProperty(big.fields, 'excerpt', {
    enumerable: true,
    get() {
      reads += 1;
      return long;
    },
  });
  const content = doc(...Array.from({ length: 900 }, () => postCard('x')));
  const { parsePost } = createEntryParser({
    resolve: createLinkResolver([big]),
    tagNames: new Map(),
  });
  const posts = Array.from({ length: 20 }, (_, index) =>
    parsePost(blogPost(`${index}`, { ...fields, slug: `s${index}`, content }) as never),
  );
  // `toText` looks at it before the rich text is read.
  expect(reads).toBe(2);
  for (const post of posts) expect(JSON.stringify(post).length).toBeLessThan(1_000_000);
});

test('an embedded entry of a type of its own is not shown', () => {
  const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: 'recipe' } };
  const recipe = { sys: { type: 'Entry', id: 'x', contentType }, fields: { title: 'Soup' } };
  const entry = blogPost('1', { ...fields, content: doc(p('x'), postCard('x')) });
  expect(normalisePost(entry, () => recipe)?.content).toEqual(doc(p('x')));
});
