import { expect, test } from 'vitest';
import type { Post } from '../../shared/blog/post.ts';
import { Blog } from './blog.ts';
import { toPostRecord } from './record.ts';

const post = (number: number, excerpt = ''): Post => ({
  id: `id-${number}`,
  slug: `post-${number}`,
  title: `Post ${number}`,
  publishedDate: '2025-01-01',
  updatedAt: '2025-01-01',
  excerpt,
  image: null,
  author: null,
  content: null,
});

const many = (count: number) => Array.from({ length: count }, (_, index) => post(index));
const blogOf = (posts: Post[]) => new Blog(posts.map((each) => toPostRecord(each)));

test('there is no page past the last, and a blog without posts has an empty one', () => {
  expect(blogOf([]).getListPage(1)?.list.posts).toEqual([]);
  expect(blogOf([]).getListPage(2)).toBeUndefined();
  const forty = blogOf(many(40));
  expect([forty.getListPage(2)?.list.pageCount, forty.getListPage(3)]).toEqual([2, undefined]);
  expect(forty.getListPage(1, 'no-such-tag')).toBeUndefined();
});

test('a version of a page or a post changes when, and only when, what is shown does', () => {
  const versions = (blog: Blog) => [1, 2, 3].map((page) => blog.getListPage(page)?.version);
  const versionOf = (blog: Blog, slug: string) => {
    const record = blog.posts.find((each) => each.slug === slug);
    return record && blog.getPostVersion(record);
  };
  const posts = many(45);
  const blog = blogOf(posts);
  expect(versions(blogOf(many(45)))).toEqual(versions(blog));
  expect(versionOf(blogOf(many(45)), 'post-7')).toBe(versionOf(blog, 'post-7'));
  const changed = blogOf(posts.with(25, post(25, 'Another text')));
  const [first, second, third] = versions(blog);
  expect(versions(changed)).toEqual([first, expect.not.stringMatching(second as string), third]);
  expect(versionOf(changed, 'post-25')).not.toBe(versionOf(blog, 'post-25'));
  expect(versionOf(changed, 'post-7')).toBe(versionOf(blog, 'post-7'));
  const shorter = blogOf(posts.slice(0, 44));
  expect(versionOf(shorter, 'post-43'), 'which suggested the one that went').not.toBe(
    versionOf(blog, 'post-43'),
  );
});

test('a post is what was read, with what it shows of others in place of its tags', () => {
  const blog = blogOf(many(5).map((each) => ({ ...each, tags: ['Hire'] })));
  const [record] = blog.posts;
  expect(record && blog.getPost(record)).toEqual({
    ...post(0),
    next: [1, 2, 3]
      .map((number) => post(number))
      .map(({ slug, title, publishedDate }) => {
        return { slug, title, publishedDate };
      }),
    tagPages: [{ slug: 'hire', name: 'Hire' }],
  });
});
