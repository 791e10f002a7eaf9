import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { TEST_SITE } from '../../test/support/test-site.ts';
import { BlogContext, type PostResult } from '../blog/blog-client.ts';
import type { Post } from '../blog/post.ts';
import { SiteContext } from '../site/site-context.ts';
import { Page } from './BlogPost.tsx';

const CONTENT = {
  nodeType: 'document',
  data: {},
  content: [
    {
      nodeType: 'paragraph',
      data: {},
      content: [{ nodeType: 'text', data: {}, marks: [], value: 'The content.' }],
    },
  ],
} as unknown as Post['content'];
const POST: Post = {
  id: '1',
  slug: 'hit-while-parked',
  title: 'Hit while parked?',
  publishedDate: '2026-05-12T10:15:00.000Z',
  excerpt: 'Start here.',
  image: { url: '//images.ctfassets.net/s/a/b/car.jpg', width: 1600, height: 900, alt: 'A car' },
  author: 'Priya Nair',
  content: CONTENT,
  updatedAt: '2026-05-12T10:15:00.000Z',
};

function html(post: PostResult | Promise<PostResult>): string {
  const missing = () => ({ state: 'missing' as const });
  const blogClient = { list: missing, post: () => post, contentPage: missing };
  return renderToString(
    <SiteContext value={TEST_SITE}>
      <BlogContext value={blogClient}>
        <MemoryRouter initialEntries={['/blogs/hit-while-parked']}>
          <Page />
        </MemoryRouter>
      </BlogContext>
    </SiteContext>,
  ).replace(/<!--.*?-->/g, '');
}

const shown = (change: Partial<Post> = {}) =>
  html({ state: 'ready', post: { ...POST, ...change } });

test('a post shows title, byline, picture and content', () => {
  const markup = shown();
  expect(markup).toContain('<h1>Hit while parked?</h1>');
  expect(markup).toContain(
    'Priya Nair • <time class="num" dateTime="2026-05-12" dir="ltr">2026-05-12</time>',
  );
  expect(markup).toContain('<p>The content.</p>');
  expect(markup).toContain(
    'src="//images.ctfassets.net/s/a/b/car.jpg?w=800&amp;h=400&amp;fm=webp&amp;q=70&amp;fit=fill"',
  );
  expect(markup).toMatch(/<img[^>]+alt="A car" fetchPriority="high"[^>]+width="800" height="400"/);
});

test('a byline has no dangling bullet', () => {
  expect(shown({ author: null })).toContain('post__byline"><time');
  expect(shown({ publishedDate: '' })).toContain('post__byline">Priya Nair</span>');
  expect(shown({ author: null, publishedDate: '' })).not.toContain('post__byline');
});

test('a post says how long it takes to read, in whole minutes', () => {
  const words = (count: number) =>
    JSON.parse(JSON.stringify(CONTENT).replace('The content.', 'word '.repeat(count)));
  expect(shown()).toContain('>1 min read<');
  expect(shown({ content: words(900) })).toContain('>4 min read<');
  expect(shown({ content: null })).not.toContain('min read');
});

test('a post ends with what to read next, when there is something', () => {
  const next = [{ slug: 'caf\u00e9', title: 'Next', publishedDate: '2025-01-01T00:00' }];
  expect(shown({ next })).toMatch(
    /<h2[^>]*>Read next<\/h2><ul[^>]*><li><a href="\/blogs\/caf%C3%A9"[^>]*>Next<\/a><time[^>]*>2025-01-01<\/time><\/li><\/ul>/,
  );
  expect(shown({ next: [] })).not.toContain('Read next');
  expect(shown()).not.toContain('Read next');
});

test('a draft says that it is one, a published post does not', () => {
  expect(
    html({
      state: 'ready',
      post: POST,
      draft: { answer: { items: [], includes: {} }, fields: {}, issues: [] },
    }),
  ).toContain('This is a draft.');
  expect(shown()).not.toContain('draft');
});

test('a post without a picture has none', () => {
  expect(shown({ image: null })).not.toContain('<img');
});

test('a post without content shows its excerpt when that is a string', () => {
  expect(shown({ content: null })).toContain('<p>Start here.</p>');
  expect(shown({ content: null, excerpt: CONTENT })).toContain('rich"></div>');
  expect(shown()).not.toMatch(/<p>Start here\.<\/p>/);
});

test.each<[string, PostResult | Promise<PostResult>]>([
  ['that is on its way', new Promise<PostResult>(() => {})],
  ['that is not found', { state: 'missing' }],
  ['that cannot be had just now', { state: 'unavailable' }],
])(
  "a post %s leaves the page in 'Loading...', with one heading, a way on and the call to action",
  (_case, post) => {
    const markup = html(post);
    expect(markup.match(/Loading\.\.\./g)).toHaveLength(1);
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(markup).toContain('href="/blogs"');
    expect(markup).toContain('Need Help with Your Vehicle?');
  },
);

test('the call to action rings us or leads to the callback form', () => {
  const markup = shown();
  expect(markup).toContain(
    'Contact us today for professional accident management and vehicle repair services.',
  );
  expect(markup).toMatch(/<a class="btn btn--call[^>]+href="tel:\+44\d+".*?Call <bdi[^>]*>\d/);
  expect(markup).toMatch(/href="\/contact"[^>]*>Get Quote<\/a>/);
});
