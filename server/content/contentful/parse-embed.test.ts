import { expect, test } from 'vitest';
import { assetLink, blogPost } from '../../../test/fakes/entries.ts';
import { doc, p, postCard } from '../../../test/fakes/rich-text.ts';
import { blogFields } from '../../config/site-file/site-file-schema.ts';
import { parseEntriesResponse, parsePostListPage } from './entries-response.ts';
import { createEmbedLogger, type EntryWarning } from './parse-post.ts';

const fields = { title: 'T', slug: 's', publishedDate: '2025-01-01' };
const contentType = (id: string) => ({ sys: { type: 'Link', linkType: 'ContentType', id } });
const other = (id: string, more: object) => ({
  sys: { type: 'Entry', id: 'x', contentType: contentType(id) },
  fields: more,
});
const PICTURE = {
  sys: { type: 'Asset', id: 'a' },
  fields: { title: 'DSC_1', file: { url: '//x/y.png', contentType: 'image/png', fileName: 'z' } },
};

/** Returns a post that embeds an entry of another type. */
function embedded(entry: object) {
  const warnings: EntryWarning[] = [];
  const answer = parseEntriesResponse({
    sys: { type: 'Array' },
    items: [blogPost('1', { ...fields, content: doc(p('x'), postCard('x')) })],
    includes: { Entry: [entry], Asset: [PICTURE] },
  });
  const reading = {
    fields: blogFields({}),
    onWarning: (warning: EntryWarning) => void warnings.push(warning),
  };
  const [post] = parsePostListPage(answer, reading).posts;
  return { target: post?.content?.content[1]?.data.target, warnings };
}

test.each([
  ['code', { code: '  a\n  b\n', language: 'sh' }, { kind: 'code', code: '  a\n  b', title: 'sh' }],
  [
    'videoEmbed',
    { title: 'How to swap details', embedUrl: 'https://www.youtube.com/embed/abc' },
    { kind: 'video', url: 'https://www.youtube.com/embed/abc', title: 'How to swap details' },
  ],
  [
    'vimeo',
    { url: 'https://vimeo.com/1' },
    { kind: 'video', url: 'https://vimeo.com/1', title: '' },
  ],
  [
    'richImage',
    { image: assetLink('a'), caption: 'The scene', alt: 'Two cars' },
    {
      kind: 'image',
      picture: { url: '//x/y.png', width: null, height: null, alt: 'Two cars' },
      title: '',
      caption: 'The scene',
    },
  ],
  [
    'button',
    { label: 'Connect to sales', url: '/contact', title: 'Button of the footer' },
    { kind: 'link', url: '/contact', title: 'Connect to sales' },
  ],
  [
    'externalLink',
    { name: 'Highway Code', link: 'www.gov.uk/highway-code' },
    { kind: 'link', url: 'https://www.gov.uk/highway-code', title: 'Highway Code' },
  ],
])('an embedded %s is shown by what its fields say', (type, content, target) => {
  expect(embedded(other(type, content))).toEqual({ target, warnings: [] });
});

test('an entry of an unknown type shows its title, or nothing, and is remarked upon', () => {
  const warnings = [{ kind: 'embed', entryId: '1', contentType: 'recipe' }];
  expect(embedded(other('recipe', { name: 'Soup', minutes: 5 }))).toEqual({
    target: { kind: 'title', title: 'Soup' },
    warnings,
  });
  expect(embedded(other('recipe', { minutes: 5 }))).toEqual({ target: undefined, warnings });
  expect(embedded(other('recipe', { url: 'https://evil.example/youtube.com/' })).target).toBe(
    undefined,
  );
  expect(embedded(other('recipe', { url: 'javascript:alert(1)', name: 'Soup' })).target).toEqual({
    kind: 'title',
    title: 'Soup',
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'example.com/offers'])(
  'a link of which the address leads nowhere (%s) keeps its words',
  (url) => {
    const { target } = embedded(other('button', { label: 'See our offers', url }));
    expect(target).toEqual({ kind: 'title', title: 'See our offers' });
  },
);

test('a content type that cannot be shown is logged once', () => {
  const lines: unknown[] = [];
  const onWarning = createEmbedLogger({ warn: (line: unknown) => lines.push(line) } as never);
  for (const entryId of ['1', '2']) onWarning({ kind: 'embed', entryId, contentType: 'recipe' });
  onWarning({ kind: 'embed', entryId: '2', contentType: 'person' });
  onWarning({ kind: 'too long', entryId: '3' });
  expect(lines).toEqual([
    { contentType: 'recipe', entryId: '1' },
    { contentType: 'person', entryId: '2' },
  ]);
  for (let type = 0; type < 1000; type += 1)
    onWarning({ kind: 'embed', entryId: '4', contentType: `type-${type}` });
  expect(lines).toHaveLength(100);
});

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
  const items = Array.from({ length: 20 }, (_, index) =>
    blogPost(`${index}`, { ...fields, slug: `s${index}`, content }),
  );
  const answer = { sys: { type: 'Array' }, items, includes: { Entry: [big] } };
  const { posts } = parsePostListPage(parseEntriesResponse(answer));
  expect(reads).toBe(1);
  for (const post of posts) expect(JSON.stringify(post).length).toBeLessThan(1_000_000);
});
