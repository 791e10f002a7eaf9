import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import {
  type ContentfulStandIn,
  somePosts,
  startContentfulStandIn,
} from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary } from '../../../test/support/library.ts';
import { blogPost } from '../source/posts/format.ts';
import { createWebhook } from './webhook.ts';

const SECRET = 'a-shared-secret';

/** A library over 45 posts behind its webhook. */
async function openBlog(secret: string | null = SECRET) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const opened = await openFilledLibrary(service, { ttlSeconds: 86_400 });
  const app = express().use(createWebhook({ secret, library: opened.library }));
  return { service, app, ...opened };
}

type App = ReturnType<typeof express>;

/** What Contentful sends for an entry. */
function notify(app: App, action: string, entry?: ContentfulStandIn['entries'][number]) {
  const { sys, fields } = entry ?? {};
  const localised = Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [name, { 'en-GB': value }]),
  );
  return request(app)
    .post('/webhooks/contentful')
    .set('X-Webhook-Secret', SECRET)
    .set('X-Contentful-Topic', `ContentManagement.Entry.${action}`)
    .set('Content-Type', 'application/vnd.contentful.management.v1+json')
    .send(entry ? JSON.stringify({ sys, fields: localised }) : undefined);
}

test('without a secret configured the address is unknown, whatever is sent', async () => {
  const { app, service } = await openBlog(null);
  await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', SECRET).expect(404);
  await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', '').expect(404);
  expect(service.calls.length).toBe(1);
});

test('a missing or wrong secret is a 401 and makes no call', async () => {
  const { app, service } = await openBlog();
  await request(app).post('/webhooks/contentful').expect(401);
  for (const wrong of ['', 'wrong', `${SECRET}x`, SECRET.slice(1), SECRET.toUpperCase()])
    await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', wrong).expect(401);
  await request(app)
    .get('/webhooks/contentful')
    .set('X-Webhook-Secret', SECRET)
    .expect(405)
    .expect('Allow', 'POST');
  expect(service.calls.length).toBe(1);
});

test('a published post is there when the answer is', async () => {
  const { app, service, library, clock } = await openBlog();
  expect(await library.post('brand-new')).toMatchObject({ result: { state: 'missing' } });
  const entry = blogPost('new', {
    title: 'Brand new',
    slug: 'brand-new',
    publishedDate: '2025-06-01T00:00:00.000Z',
  });
  service.entries.push(entry);
  clock.forward(1);
  await notify(app, 'publish', entry).expect(204).expect('Cache-Control', 'no-store');
  expect(library.known().slice(0, 2)).toMatchObject([{ slug: 'brand-new' }, { slug: 'post-1' }]);
  expect(library.list(1)).toMatchObject({
    result: { state: 'ready', posts: { 0: { slug: 'brand-new' }, length: 20 }, pageCount: 3 },
  });
  expect(library.post('brand-new')).toMatchObject({
    result: { state: 'ready', post: { title: 'Brand new' } },
  });
});

test('a change to an old post, far down the list, is there when the answer is', async () => {
  const { app, service, library, clock } = await openBlog();
  await library.post('post-40');
  service.entry('post-40').fields.title = 'Corrected';
  clock.forward(1);
  await notify(app, 'publish', service.entry('post-40')).expect(204);
  expect(library.post('post-40')).toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test.each(['unpublish', 'delete'])(
  'after %s a post is gone, from the list too, as long as it is remembered',
  async (action) => {
    const { app, service, library, clock } = await openBlog();
    await library.post('post-40');
    for (const slug of ['post-3', 'post-40']) {
      const entry = service.entry(slug);
      service.unpublish(slug);
      clock.forward(1);
      await notify(app, action, entry).expect(204);
      expect(library.post(slug)).toMatchObject({ result: { state: 'gone' } });
      expect(library.postVersion(slug)).toBeNull();
      expect(library.known().map((post) => post.slug)).not.toContain(slug);
    }
    clock.forward(3600);
    expect(library.post('post-3')).toMatchObject({ result: { state: 'gone' } });
  },
);

test('a notice that names nothing finds what is gone all the same', async () => {
  const { app, service, library, clock } = await openBlog();
  await library.post('post-40');
  service.unpublish('post-3');
  service.unpublish('post-40');
  clock.forward(1);
  await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', SECRET).expect(204);
  expect(library.post('post-3')).toMatchObject({ result: { state: 'gone' } });
  expect(library.post('post-40')).toMatchObject({ result: { state: 'gone' } });
  expect(library.post('post-4')).toMatchObject({ result: { state: 'ready' } });
});

test('a post that only moved to the next page is not taken for gone', async () => {
  const { app, service, library, clock } = await openBlog();
  const entry = blogPost('new', {
    title: 'New',
    slug: 'new',
    publishedDate: '2025-06-01T00:00:00.000Z',
  });
  service.entries.push(entry);
  clock.forward(1);
  await notify(app, 'publish', entry).expect(204);
  expect(library.post('post-20')).toMatchObject({ result: { state: 'ready' } });
});

test('a post whose slug changed has moved, also twice, and is gone under every slug when it goes', async () => {
  const { app, service, library, clock } = await openBlog();
  await library.post('post-40');
  for (const [from, to] of [
    ['post-3', 'second'],
    ['second', 'third'],
    ['post-40', 'forty'],
  ] as const) {
    const entry = service.entry(from);
    entry.fields.slug = to;
    clock.forward(1);
    await notify(app, 'publish', entry).expect(204);
    expect(library.post(from)).toMatchObject({ result: { state: 'moved', slug: to } });
    expect(library.post(to)).toMatchObject({ result: { state: 'ready' } });
  }
  expect(library.post('post-3')).toMatchObject({ result: { state: 'moved', slug: 'third' } });
  const entry = service.entry('third');
  service.unpublish('third');
  clock.forward(1);
  await notify(app, 'unpublish', entry).expect(204);
  for (const slug of ['post-3', 'second', 'third'])
    expect(library.post(slug)).toMatchObject({ result: { state: 'gone' } });
});

test('a post that is published again under its old slug is back', async () => {
  const { app, service, library, clock } = await openBlog();
  const entry = service.entry('post-3');
  service.unpublish('post-3');
  await notify(app, 'unpublish', entry).expect(204);
  service.entries.push(entry);
  clock.forward(1);
  await notify(app, 'publish', entry).expect(204);
  expect(library.post('post-3')).toMatchObject({ result: { state: 'ready' } });
});

test('a body that is too long, malformed or odd does not keep the blog from being refreshed', async () => {
  const { app, service, clock } = await openBlog();
  for (const body of ['{', '"x"', '[]', '{"sys":7}', `{"sys":"${'x'.repeat(200_000)}"}`]) {
    const before = service.listCalls.length;
    clock.forward(1);
    await request(app)
      .post('/webhooks/contentful')
      .set('X-Webhook-Secret', SECRET)
      .set('X-Contentful-Topic', 'ContentManagement.Entry.publish')
      .type('application/json')
      .send(body)
      .expect(204);
    expect(service.listCalls.length, body.slice(0, 20)).toBe(before + 1);
  }
});

test('during an outage a notice takes nothing away', async () => {
  const { app, service, library } = await openBlog();
  service.behaviour = 'broken';
  await notify(app, 'unpublish', service.entry('post-3')).expect(204);
  expect(library.post('post-3')).toMatchObject({ result: { state: 'ready' } });
  expect(library.list(1)).toMatchObject({ result: { state: 'ready' } });
});

test('an answer that was under way when the notice came is not taken for the new state', async () => {
  const { app, service, library, clock } = await openBlog();
  service.delayMs = 100;
  clock.forward(86_400);
  library.list(1); // an answer of before the change is on its way
  await expect.poll(() => service.calls.length).toBe(2);
  const entry = service.entry('post-3');
  service.unpublish('post-3');
  await notify(app, 'unpublish', entry).expect(204);
  expect(library.post('post-3')).toMatchObject({ result: { state: 'gone' } });
});

test('many notices at once share their calls', async () => {
  const { app, service } = await openBlog();
  await Promise.all(
    Array.from({ length: 20 }, () => notify(app, 'publish', service.entry('post-1')).expect(204)),
  );
  expect(service.calls.length).toBeLessThanOrEqual(4);
});
