import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { TEST_SITE } from '../../test/support/test-site.ts';
import { BlogContext, type PostList } from '../blog/blog-client.ts';
import type { PostSummary } from '../blog/post.ts';
import { SiteContext } from '../site/site-context.ts';
import { Page } from './Blogs.tsx';

const POST: PostSummary = {
  id: '1',
  slug: 'hit-while-parked',
  title: 'Hit while parked?',
  publishedDate: '2026-05-12T10:15:00.000Z',
  excerpt: 'Start here.',
  image: { url: '/covers/day-hatch.svg', width: 800, height: 400, alt: 'A car' },
};
const RICH = {
  nodeType: 'document',
  data: {},
  content: [
    {
      nodeType: 'heading-2',
      data: {},
      content: [{ nodeType: 'text', data: {}, marks: [], value: 'Kit' }],
    },
    {
      nodeType: 'paragraph',
      data: {},
      content: [
        { nodeType: 'text', data: {}, marks: [{ type: 'bold' }], value: 'Keep' },
        {
          nodeType: 'hyperlink',
          data: { uri: '/about' },
          content: [{ nodeType: 'text', data: {}, marks: [], value: ' it' }],
        },
      ],
    },
  ],
} as unknown as PostSummary['excerpt'];

function html(list: PostList | Promise<PostList>, path = '/blogs'): string {
  const missing = () => ({ state: 'missing' as const });
  const blogClient = { list: () => list, post: missing, contentPage: missing };
  return renderToString(
    <SiteContext value={TEST_SITE}>
      <BlogContext value={blogClient}>
        <MemoryRouter initialEntries={[path]}>
          <Page />
        </MemoryRouter>
      </BlogContext>
    </SiteContext>,
  ).replaceAll('<!-- -->', '');
}

const ready = (...posts: PostSummary[]): PostList => ({
  state: 'ready',
  posts,
  page: 1,
  pageCount: 1,
});
const only = (post: Partial<PostSummary>) => html(ready({ ...POST, ...post }));

test('a card shows picture, date, title, excerpt and one link named by its words', () => {
  const markup = html(ready(POST));
  expect(markup).toContain('src="/covers/day-hatch.svg" width="800" height="400"');
  expect(markup).toContain('<time class="num" dateTime="2026-05-12" dir="ltr">2026-05-12</time>');
  expect(markup).toContain('<h2 class="h3">Hit while parked?</h2>');
  expect(markup).toContain('<p class="excerpt">Start here.</p>');
  expect(markup).toMatch(
    /<a class="arrow" aria-label="Read More: Hit while parked\?" href="\/blogs\/hit-while-parked"[^>]*>Read More →<\/a>/,
  );
});

test('a card without picture, date or excerpt shows the rest', () => {
  const markup = only({ image: null, publishedDate: '', excerpt: null });
  expect(markup).toContain('</svg></div><h2 class="h3">Hit while parked?</h2><a ');
});

test('a date that cannot be read is shown as it is', () => {
  expect(only({ publishedDate: 'Spring 2026' })).toContain(
    '<span class="num" dir="auto">Spring 202</span>',
  );
});

test('a rich excerpt becomes one run of text, with its marks and without links', () => {
  expect(only({ excerpt: RICH })).toContain('<p class="excerpt">Kit <strong>Keep</strong> it </p>');
});

test('only the first picture is fetched at once', () => {
  const markup = html(ready(POST, { ...POST, id: '2' }, { ...POST, id: '3' }));
  expect(markup.match(/fetchPriority="high"[^>]*src/g)).toHaveLength(1);
  expect(markup.match(/loading="lazy"/g)).toHaveLength(2);
});

test("until the data is there the page says 'Loading...', under its heading", () => {
  const markup = html(new Promise(() => {}));
  expect(markup).toContain('<span role="status">Loading...</span>');
  expect(markup).toContain('<h1 class="h-display">Our Blog</h1>');
});

test('a blog without posts says so and leads home', () => {
  expect(html(ready())).toMatch(/There are no posts yet\. <a href="\/"[^>]*>Go back home<\/a>/);
});

test('an outage is not mistaken for a blog without posts', () => {
  const markup = html({ state: 'unavailable' });
  expect(markup).toContain('We cannot show our posts at the moment.');
  expect(markup).toContain('href="tel:');
  expect(markup).not.toMatch(/Loading|no posts|<article/);
});

test('several pages have a pager, and the first page keeps its own address', () => {
  const markup = html({ state: 'ready', posts: [POST], page: 2, pageCount: 3 }, '/blogs/page/2');
  expect(markup).toContain('Page 2 of 3');
  expect(markup).toMatch(/rel="prev" href="\/blogs"/);
  expect(markup).toMatch(/rel="next" href="\/blogs\/page\/3"/);
  expect(html(ready(POST))).not.toContain('<nav');
});

test('a page beyond the last does not pretend to load, and has a way on', () => {
  const markup = html({ state: 'missing' }, '/blogs/page/99');
  expect(markup).not.toContain('Loading...');
  expect(markup).toContain('href="/blogs"');
});

test.each([
  ['Taxi drivers: what to ask for', undefined, 'v-taxi'],
  ['Does it touch my bonus?', undefined, 'v-hatch'],
  ['Taxi drivers: what to ask for', ['Tips', 'Motorcycles'], 'v-bike'],
  ['Taxi drivers: what to ask for', ['Tips'], 'v-taxi'],
])(
  'a post without a picture, %s, tagged %j, has a drawing of what it is about',
  (title, tags, drawing) => {
    const post = { ...POST, title, ...(tags && { tags }) };
    expect(html(ready({ ...post, image: null }))).toContain(`#${drawing}"`);
    expect(html(ready(post))).not.toContain('scene');
  },
);
