import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { openBlog, startLoadedBlog } from '../../test/support/blog.ts';
import { createEndpointRouter } from '../http/endpoints.ts';
import { blogApiEndpoints } from './api.ts';

const SCRIPT = '/static/js/index-ABCDEFGH.js';

async function openApi() {
  const service = await startContentfulStandIn();
  service.entries = makePosts(25);
  const opened = await startLoadedBlog(service);
  return {
    service,
    app: express().use(
      createEndpointRouter(
        blogApiEndpoints({
          content: opened.content,
          script: SCRIPT,
          redirectOf: () => undefined,
        }),
      ),
    ),
    ...opened,
  };
}

test('the list is a page of summaries', async () => {
  const { app } = await openApi();
  const { body } = await request(app)
    .get('/api/posts')
    .expect(200)
    .expect('Cache-Control', 'no-store')
    .expect('Site-Script', SCRIPT)
    .expect('Content-Type', /json/);
  expect(body).toMatchObject({ page: 1, pageCount: 2 });
  expect(body.posts).toHaveLength(20);
  expect(Object.keys(body.posts[0]).sort()).toEqual([
    'excerpt',
    'id',
    'image',
    'publishedDate',
    'slug',
    'title',
  ]);
  const second = await request(app).get('/api/posts?page=2').expect(200);
  expect(second.body).toMatchObject({ page: 2, pageCount: 2, posts: { length: 5 } });
});

test('a page number that does not exist is not found, without a call', async () => {
  const { app, service } = await openApi();
  for (const page of [
    '0',
    '-1',
    '1.5',
    'x',
    '',
    '3',
    '999999',
    '1000000',
    '1e3',
    '1&page=2',
    '%00',
  ])
    await request(app)
      .get(`/api/posts?page=${page}`)
      .expect(404, { error: 'not_found' })
      .expect('Cache-Control', 'no-store');
  expect(service.calls.length).toBe(2);
});

test('a post is given in full', async () => {
  const { app } = await openApi();
  const { body } = await request(app)
    .get('/api/posts/post-1')
    .expect(200)
    .expect('Cache-Control', 'no-store');
  expect(body).toMatchObject({
    slug: 'post-1',
    title: 'Post 1',
    author: 'An Editor',
    content: { nodeType: 'document' },
  });
});

test('an unknown slug is not found, and makes no call', async () => {
  const { app, service } = await openApi();
  await request(app)
    .get('/api/posts/no-such-post')
    .expect(404, { error: 'not_found' })
    .expect('Cache-Control', 'no-store');
  for (const slug of ['a%2Fb', '..%2F', '%00', 'a%20b', '%2541', '__proto__', '.git'])
    await request(app).get(`/api/posts/${slug}`).expect(404, { error: 'not_found' });
  for (let index = 0; index < 200; index += 1)
    await request(app).get(`/api/posts/random-${index}`).expect(404);
  expect(service.calls.length).toBe(2);
});

test('a post that is gone is a 410, one that moved a 301 to its new address', async () => {
  const { app, service, blog, clock } = await openApi();
  service.unpublish('post-2');
  service.edit('post-3', { slug: 'caf\u00e9' });
  clock.forward(1);
  await blog.followChange();
  await request(app).get('/api/posts/post-2').expect(410, { error: 'gone' });
  await request(app)
    .get('/api/posts/post-3')
    .expect(301, { error: 'moved', slug: 'caf\u00e9' })
    .expect('Location', '/api/posts/caf%C3%A9');
});

test('an outage before the first read is a 503 with Retry-After', async () => {
  const service = await startContentfulStandIn();
  await service.goDown();
  const { content } = openBlog(service);
  const app = express().use(
    createEndpointRouter(
      blogApiEndpoints({ content, script: SCRIPT, redirectOf: () => undefined }),
    ),
  );
  for (const path of ['/api/posts', '/api/posts/any', '/api/pages/any']) {
    const answer = await request(app)
      .get(path)
      .expect(503, { error: 'unavailable' })
      .expect('Cache-Control', 'no-store');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
});
