import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { PREVIEW_TOKEN, startContentfulStandIn, TOKEN } from '../../fakes/contentful-stand-in.ts';
import { overrideContent } from '../../support/blog.ts';
import { send } from '../../support/send.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/** Values that a caller may type or send, each recognisable in any form. */
const CANARY = 'Canary-4711';
const PHONE = '07700900199';
const FORM = {
  name: `${CANARY} Smith`,
  mobile: PHONE,
  email: `${CANARY}@mail.example`,
  message: `call ${CANARY}`,
};
const SECRETS = {
  PREVIEW_SECRET: 'preview-secret-2290',
  CONTENTFUL_WEBHOOK_SECRET: 'webhook-secret-5521',
  CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
};
const [VISITOR_V4, VISITOR_V6] = ['203.0.113.77', '2001:db8:1:2:3:4:5:77'];

const NEVER_SEEN = new RegExp(
  [CANARY, PHONE, TOKEN, ...Object.values(SECRETS), VISITOR_V4, '2001:db8:1:2', 'utm_']
    .join('|')
    .replaceAll('.', '\\.'),
  'i',
);

interface Sent {
  method?: string;
  path: string;
  body?: string;
  type?: string;
  headers?: Record<string, string>;
}

const form = (fields: Record<string, string> = {}) =>
  new URLSearchParams({ ...FORM, ...fields }).toString();
const callback = (body: string, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path: `/contact.php?utm_x=${CANARY}`,
  type: 'application/x-www-form-urlencoded',
  body,
  headers,
});
const json = (path: string, body: unknown, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path,
  type: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
});

/** Every way in, with the canary wherever a visitor can put one. */
const WAYS: Sent[] = [
  callback(form()),
  callback(form({ name: '' })),
  callback(form({ mobile: PHONE.repeat(9) })),
  callback(form({ name: `${CANARY}\0` })),
  callback(`name=${CANARY}%`),
  callback(form({ message: CANARY.repeat(900) })),
  callback(form(), { Origin: `https://${CANARY}.example` }),
  { ...callback(form()), type: `text/${CANARY}` },
  { method: 'PUT', path: '/contact.php', body: form() },
  json('/vitals', { name: 'LCP', value: 1, id: CANARY, rating: 'good' }),
  json('/vitals', { name: CANARY, value: 1, id: 'x', rating: 'good' }),
  json('/vitals', `{"${CANARY}`),
  {
    ...json('/reports', [
      { type: 'script-error', body: { message: CANARY, place: '', build: '', browser: CANARY } },
    ]),
    type: 'application/reports+json',
  },
  { ...json('/reports', `{"${CANARY}`), type: 'application/reports+json' },
  json('/webhooks/contentful', { sys: { id: CANARY } }, { 'X-Webhook-Secret': CANARY }),
  json('/webhooks/contentful', `{"${CANARY}`, {
    'X-Webhook-Secret': SECRETS.CONTENTFUL_WEBHOOK_SECRET,
    'X-Contentful-Topic': CANARY,
  }),
  { path: `/preview?secret=${CANARY}&slug=x` },
  { path: `/preview?secret=${SECRETS.PREVIEW_SECRET}&slug=${CANARY}` },
  { path: `/preview?secret=${SECRETS.PREVIEW_SECRET}&slug=after-recovery` },
  { path: `/?utm_x=${CANARY}` },
  { path: `/about/?utm_x=${CANARY}` },
  { path: `/blogs/${CANARY}` },
  { path: `/${CANARY}?${CANARY}` },
  { path: `/${CANARY}%` },
  { path: `/static/js/${CANARY}.js` },
  { path: `/api/posts/${CANARY}` },
  { path: `/api/posts?page=${CANARY}` },
  { method: 'POST', path: `/about?${CANARY}`, body: CANARY },
];

/** Addresses that answer differently while the content service is down. A webhook's answer is empty. */
const TO_CONTENT = /^\/(?:preview|blogs|api|Canary)/;

/** Headers and queries that a browser, a proxy or an attacker sends along. */
const ALONG = {
  Referer: `https://search.example/?q=${CANARY}`,
  'User-Agent': `Mozilla/5.0 ${CANARY}`,
  Cookie: `name=${CANARY}`,
  Authorization: `Bearer ${CANARY}`,
  'X-Request-Id': `${CANARY} ${PHONE}`,
};

/** Sends these requests all at once, each as a script and as a browser do. */
async function walk(site: TestSite, client: string, ways: Sent[]): Promise<string[]> {
  const answers = ways.flatMap((sent) =>
    ['*/*', 'text/html'].map(async (accept) => {
      const headers = { ...ALONG, Accept: accept, 'X-Forwarded-For': client };
      const { status, text } = await ask(site, sent, headers);
      // A refused form comes back to its own visitor as it was typed, so that nobody has to type it
      // twice.
      const ownForm = accept === 'text/html' && sent.path.startsWith('/contact.php');
      const tells = status >= 400 && !ownForm && NEVER_SEEN.test(withoutOwnAddress(text));
      return tells ? [`${sent.method ?? 'GET'} ${sent.path}: ${status} tells`] : [];
    }),
  );
  return (await Promise.all(answers)).flat();
}

/**
 * Removes a missing page's own path from its head and serialized cache: the visitor's address bar
 * has it too.
 */
const withoutOwnAddress = (html: string) =>
  html.replace(
    /<(?:link rel="canonical"|meta property="og:url")[^>]*>|<script[^>]*id="blog-cache">.*?<\/script>/g,
    '',
  );

async function ask(
  { url }: TestSite,
  { method = 'GET', path, body = '', type, headers }: Sent,
  along: Record<string, string>,
) {
  const own = {
    ...(type && { 'Content-Type': type }),
    'Content-Length': `${Buffer.byteLength(body)}`,
  };
  const answer = await send(url + path, { ...along, ...own, ...headers }, method, body);
  return { status: answer.status, text: answer.body.toString() };
}

const requestsIn = ({ lines }: TestSite) =>
  lines.filter((line) => line.includes('"msg":"request"')).length;

test('nothing that a visitor sent is in a log line, a metric or the body of an error', async () => {
  const service = await startContentfulStandIn();
  const site = await startSite({
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '1',
    CONTACT_RATE_LIMIT: '1',
    CONTENTFUL_PREVIEW_HOST: service.origin,
    ...SECRETS,
    ...service.environment,
  });
  await expect.poll(() => site.blog.known().length).toBeGreaterThan(0);
  expect(await walk(site, `6.6.6.6, ${VISITOR_V4}`, WAYS)).toEqual([]);
  await service.goDown();
  const waysToContent = WAYS.filter(({ path }) => TO_CONTENT.test(path));
  expect(await walk(site, VISITOR_V6, waysToContent)).toEqual([]);
  await expect.poll(() => requestsIn(site)).toBe(2 * (WAYS.length + waysToContent.length));
  expect(site.lines.filter((line) => NEVER_SEEN.test(line))).toEqual([]);
  expect(await site.metrics.registry.metrics()).not.toMatch(NEVER_SEEN);
  expect(JSON.stringify(site.blog.known())).not.toMatch(NEVER_SEEN);
  const clients = new Set(site.lines.flatMap((line) => JSON.parse(line).client ?? []));
  expect(clients).toEqual(new Set(['203.0.113.0/24', '2001:db8:1::/48']));
});

test('a page that fails, a request that is not HTTP and a lost visitor reveal nothing', async () => {
  const site = await startSite({ LOG_LEVEL: 'trace' });
  const broken = createApp({
    ...site,
    content: overrideContent(site.content, {
      lookup: () => ({
        state: 'ready',
        show: () => ({ state: 'ready', post: { slug: CANARY } as never }),
        version: 'x',
      }),
    }),
  });
  site.server.removeAllListeners('request').on('request', broken);
  const failed = await ask(site, { path: `/blogs/${CANARY}?${CANARY}` }, ALONG);
  expect(failed.status).toBe(500);
  expect(failed.text).not.toMatch(NEVER_SEEN);
  for (const bytes of [
    `GET /${CANARY} HTTP/1.1\r\n${CANARY} : x\r\n\r\n`,
    `POST /contact.php HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nname=${CANARY}`,
  ])
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () =>
        socket.write(bytes, () => setTimeout(() => socket.destroy(), 20)),
      );
      socket.on('error', () => {}).on('close', () => resolve());
    });
  await expect.poll(() => requestsIn(site)).toBeGreaterThanOrEqual(2);
  expect(site.lines.join('')).toContain('"level":50');
  expect(site.lines.filter((line) => NEVER_SEEN.test(line))).toEqual([]);
});
