import { createHmac } from 'node:crypto';
import express from 'express';
import pino from 'pino';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type FakeContentful,
  makePosts,
  startContentfulStandIn,
} from '../../test/fakes/contentful-stand-in.ts';
import { assetLink, blogPost, entryLink } from '../../test/fakes/entries.ts';
import { doc } from '../../test/fakes/rich-text.ts';
import { startLoadedBlog } from '../../test/support/blog.ts';
import { createEndpointRouter } from '../http/endpoints.ts';
import { createGuessLimiter } from '../http/rate-limits.ts';
import { webhookEndpoint } from './webhook.ts';

const SECRET = 'a-shared-secret';

/** Opens a blog over 45 posts behind its webhook. */
async function openBlog(
  secrets: { webhookSecret?: string | null; webhookSigningSecret?: string } = {},
) {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const opened = await startLoadedBlog(service, { ttlSeconds: 86_400 });
  const config = {
    webhookSecret: SECRET,
    webhookSigningSecret: null,
    trustProxy: 1,
    ...secrets,
  };
  const guessed: string[] = [];
  const log = pino({}, { write: (line: string) => void guessed.push(line) });
  const wrong = createGuessLimiter('the webhook', log);
  const notifyEditors = () => {};
  const { content } = opened;
  const app = express().use(
    createEndpointRouter([webhookEndpoint({ config, content, notifyEditors, wrong })]),
  );
  return { service, app, guessed, ...opened };
}

type App = ReturnType<typeof express>;

/** Posts the notification that Contentful sends for an entry. */
function notify(
  app: App,
  action: string,
  entry?: FakeContentful['entries'][number],
  { type = 'Entry', sys = entry?.sys as object | undefined } = {},
) {
  const { fields } = entry ?? {};
  const localised = Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [name, { 'en-GB': value }]),
  );
  return request(app)
    .post('/webhooks/contentful')
    .set('X-Webhook-Secret', SECRET)
    .set('X-Contentful-Topic', `ContentManagement.${type}.${action}`)
    .set('Content-Type', 'application/vnd.contentful.management.v1+json')
    .send(sys ? JSON.stringify({ sys, fields: localised }) : undefined);
}

describe('a secret', () => {
  test('without a configured secret the webhook is a 404', async () => {
    const { app, service } = await openBlog({ webhookSecret: null });
    await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', SECRET).expect(404);
    await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', '').expect(404);
    expect(service.calls.length).toBe(3);
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
    expect(service.calls.length).toBe(3);
  });

  test('twenty wrong secrets or signatures lock a client out, which is logged once', async () => {
    const { app, guessed } = await openBlog({ webhookSigningSecret: 'a-secret-of-signatures' });
    const post = (headers: Record<string, string>, client = '192.0.2.1') =>
      request(app).post('/webhooks/contentful').set('X-Forwarded-For', client).set(headers);
    for (let call = 0; call < 30; call++) await post({}).expect(401);
    for (let guess = 0; guess < 10; guess++) {
      await post({ 'X-Webhook-Secret': `guess ${guess}` }).expect(401);
      await post({ 'X-Contentful-Signature': `${guess}` }).expect(401);
    }
    const { headers } = await post({ 'X-Webhook-Secret': SECRET }).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(500);
    await post({ 'X-Webhook-Secret': SECRET }, '192.0.2.2').expect(204);
    expect(guessed.map((line) => JSON.parse(line))).toMatchObject([{ client: '192.0.2.0/24' }]);
  });
});

describe('a change', () => {
  test('a published post is shown once the webhook has responded', async () => {
    const { app, service, blog, clock } = await openBlog();
    expect(await blog.post('brand-new')).toMatchObject({ result: { state: 'missing' } });
    const entry = blogPost('new', {
      title: 'Brand new',
      slug: 'brand-new',
      publishedDate: '2025-06-01T00:00:00.000Z',
    });
    service.entries.push(entry);
    clock.forward(1);
    await notify(app, 'publish', entry).expect(204).expect('Cache-Control', 'no-store');
    expect(blog.known().slice(0, 2)).toMatchObject([{ slug: 'brand-new' }, { slug: 'post-1' }]);
    expect(blog.list(1)).toMatchObject({
      result: { state: 'ready', posts: { 0: { slug: 'brand-new' }, length: 20 }, pageCount: 3 },
    });
    expect(blog.post('brand-new')).toMatchObject({
      result: { state: 'ready', post: { title: 'Brand new' } },
    });
  });

  test('a change to an old post is visible once the webhook has responded', async () => {
    const { app, service, blog, clock } = await openBlog();
    await blog.post('post-40');
    service.entry('post-40').fields.title = 'Corrected';
    clock.forward(1);
    await notify(app, 'publish', service.entry('post-40')).expect(204);
    expect(blog.post('post-40')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  });

  test.each(['unpublish', 'delete'])(
    'after %s a post is gone, also from the list',
    async (action) => {
      const { app, service, blog, clock } = await openBlog();
      await blog.post('post-40');
      for (const slug of ['post-3', 'post-40']) {
        const entry = service.entry(slug);
        service.unpublish(slug);
        clock.forward(1);
        await notify(app, action, entry).expect(204);
        expect(blog.post(slug)).toMatchObject({ result: { state: 'gone' } });
        expect(blog.postVersion(slug)).toBeNull();
        expect(blog.known().map((post) => post.slug)).not.toContain(slug);
      }
      clock.forward(3600);
      expect(blog.post('post-3')).toMatchObject({ result: { state: 'gone' } });
    },
  );

  test('a notice without an id still finds what is gone', async () => {
    const { app, service, blog, clock } = await openBlog();
    await blog.post('post-40');
    service.unpublish('post-3');
    service.unpublish('post-40');
    clock.forward(1);
    await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', SECRET).expect(204);
    expect(blog.post('post-3')).toMatchObject({ result: { state: 'gone' } });
    expect(blog.post('post-40')).toMatchObject({ result: { state: 'gone' } });
    expect(blog.post('post-4')).toMatchObject({ result: { state: 'ready' } });
  });

  test('a post that moved twice redirects, and is gone under every slug once taken down', async () => {
    const { app, service, blog, clock } = await openBlog();
    await blog.post('post-40');
    for (const [from, to] of [
      ['post-3', 'second'],
      ['second', 'third'],
      ['post-40', 'forty'],
    ] as const) {
      const entry = service.edit(from, { slug: to });
      clock.forward(1);
      await notify(app, 'publish', entry).expect(204);
      expect(blog.post(from)).toMatchObject({ result: { state: 'moved', slug: to } });
      expect(blog.post(to)).toMatchObject({ result: { state: 'ready' } });
    }
    expect(blog.post('post-3')).toMatchObject({ result: { state: 'moved', slug: 'third' } });
    const entry = service.entry('third');
    service.unpublish('third');
    clock.forward(1);
    await notify(app, 'unpublish', entry).expect(204);
    for (const slug of ['post-3', 'second', 'third'])
      expect(blog.post(slug)).toMatchObject({ result: { state: 'gone' } });
  });

  test('a body that is too long, malformed or odd still refreshes the blog', async () => {
    const { app, service, clock } = await openBlog();
    for (const body of ['{', '"x"', '[]', '{"sys":7}', `{"sys":"${'x'.repeat(2_000_000)}"}`]) {
      const before = service.listCalls.length;
      clock.forward(1);
      await request(app)
        .post('/webhooks/contentful')
        .set('X-Webhook-Secret', SECRET)
        .set('X-Contentful-Topic', 'ContentManagement.Entry.publish')
        .type('application/json')
        .send(body)
        .expect(204);
      expect(service.listCalls.length, body.slice(0, 20)).toBeGreaterThan(before);
    }
  });
});

test('responses that were requested before the change do not count', async () => {
  const { app, service, blog } = await openBlog();
  service.delayMs = 100;
  const { length } = service.calls;
  void blog.refresh(); // asks before the change, answered after it
  await expect.poll(() => service.calls.length).toBe(length + 1);
  const entry = service.entry('post-3');
  service.unpublish('post-3');
  await notify(app, 'unpublish', entry).expect(204);
  expect(blog.post('post-3')).toMatchObject({ result: { state: 'gone' } });
});

test.each(['auto_save', 'save', 'create', 'unarchive'])(
  'an event that changes nothing published (%s) is accepted without a call',
  async (action) => {
    const { app, service } = await openBlog();
    await notify(app, action, service.entry('post-3')).expect(204);
    expect(service.calls.length).toBe(3);
  },
);

test('a notice is answered in time while the service hangs, and followed later', async () => {
  const { app, service, blog } = await openBlog();
  const release = service.hold();
  service.edit('post-1', { title: 'Corrected' });
  const { length: calls } = service.calls;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let status = 0;
  void notify(app, 'publish', service.entry('post-1')).then((answer) => {
    status = answer.status;
  });
  await vi.waitFor(() => expect(service.calls.length).toBe(calls + 1), { interval: 1 });
  await vi.advanceTimersByTimeAsync(15_000); // half the deadline of a call
  await vi.waitFor(() => expect(status).toBe(204), { interval: 1 });
  vi.useRealTimers();
  release();
  await expect.poll(() => blog.known()[0]?.title).toBe('Corrected');
});

test('a body of nearly a megabyte is read', async () => {
  const { app, service, blog } = await openBlog();
  await blog.post('post-40');
  const entry = service.edit('post-40', { title: 'Corrected', excerpt: 'x'.repeat(900_000) });
  await notify(app, 'publish', entry).expect(204);
  expect(blog.post('post-40')).toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test.each(['Asset', 'Entry'])(
  'a change to an entry or asset inside posts (%s) refreshes those posts',
  async (type) => {
    const { app, service, blog } = await openBlog();
    const [asset] = service.assets as [(typeof service.assets)[number]];
    const id = type === 'Asset' ? asset.sys.id : 'id-44';
    Object.assign(
      service.entry('post-40').fields,
      type === 'Asset'
        ? { featuredImage: assetLink(id) }
        : {
            content: doc({
              nodeType: 'embedded-entry-block',
              data: { target: entryLink(id) },
              content: [],
            }),
          },
    );
    service.edit('post-40', {});
    await blog.followChange();
    const before = blog.postVersion('post-40');
    asset.fields.description = 'Another description';
    service.entry('post-44').fields.title = 'Another title';
    await notify(app, 'publish', undefined, { type, sys: { id, revision: 2 } }).expect(204);
    expect(blog.postVersion('post-40')).not.toBe(before);
  },
);

describe('a signature', () => {
  const SIGNING_SECRET = 'a1b2'.repeat(16);

  /** Signs like Contentful: https://www.contentful.com/developers/docs/webhooks/request-verification/ */
  function signed(body: string, headers: Record<string, string>, timestamp = Date.now()) {
    const names = [
      ...Object.keys(headers),
      'x-contentful-signed-headers',
      'x-contentful-timestamp',
    ].sort();
    const all: Record<string, string> = {
      ...headers,
      'x-contentful-signed-headers': names.join(','),
      'x-contentful-timestamp': String(timestamp),
    };
    const lines = names.map((name) => `${name}:${all[name]}`).join(';');
    const signature = createHmac('sha256', SIGNING_SECRET)
      .update(['POST', '/webhooks/contentful', lines, body].join('\n'))
      .digest('hex');
    return { ...all, 'x-contentful-signature': signature };
  }

  test('accepts a request signed by Contentful; rejects an altered, old or foreign one', async () => {
    const { app, service, blog } = await openBlog({
      webhookSecret: null,
      webhookSigningSecret: SIGNING_SECRET,
    });
    await blog.post('post-40');
    const entry = service.edit('post-40', { title: 'Café' });
    const body = JSON.stringify({ sys: entry.sys, fields: { title: { 'en-GB': 'Café' } } });
    const topic = {
      'content-type': 'application/vnd.contentful.management.v1+json',
      'x-contentful-topic': 'ContentManagement.Entry.publish',
    };
    const post = (headers: Record<string, string>, sent = body) =>
      request(app).post('/webhooks/contentful').set(headers).send(sent);
    const right = signed(body, topic);
    await post(right, `${body} `).expect(401);
    await post({ ...right, 'x-contentful-topic': 'ContentManagement.Entry.delete' }).expect(401);
    await post({ ...right, 'x-contentful-timestamp': String(Date.now() + 1) }).expect(401);
    await post({ ...right, 'x-contentful-signature': '' }).expect(401);
    await post({ ...topic, 'x-webhook-secret': SECRET }).expect(401);
    await post(signed(body, topic, Date.now() - 31_000)).expect(401);
    await post(signed(body, topic, Number.NaN)).expect(401);
    expect(service.catalogueCalls.length).toBe(0);
    await post(right).expect(204);
    expect(blog.post('post-40')).toMatchObject({ result: { post: { title: 'Café' } } });
  });

  test('with both secrets configured, either is accepted', async () => {
    const { app } = await openBlog({ webhookSigningSecret: SIGNING_SECRET });
    await request(app).post('/webhooks/contentful').set('X-Webhook-Secret', SECRET).expect(204);
    await request(app).post('/webhooks/contentful').set(signed('', {})).expect(204);
    await request(app).post('/webhooks/contentful').expect(401);
  });
});
