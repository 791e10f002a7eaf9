import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CALLBACK_FIELDS } from '../../../shared/callback/fields.ts';
import { startSite, type TestSite } from '../../../test/support/site.ts';
import { typed } from '../../../test/support/typed.ts';
import { serveAdmin } from '../../ops/admin.ts';
import type { Callbacks } from '../open.ts';
import { openDesk } from './open-desk.ts';

const PASSWORD = 'päss:word of the desk';

const basic = (password: string, user = 'anybody') => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

const request = (name: string, mobile = '07700 900199') => ({
  fields: typed({ name, mobile, email: 'zoe@example.com', message: 'one\r\ntwo <b>' }),
  flags: [],
});

async function startDesk(environment: Record<string, string> = { DESK_PASSWORD: PASSWORD }) {
  const site: TestSite = await startSite(environment);
  const desk = await openDesk(site);
  const admin = await serveAdmin({
    port: 0,
    host: '127.0.0.1',
    metrics: site.metrics,
    desk,
    log: site.log,
  });
  onTestFinished(() => {
    admin.closeAllConnections();
    admin.close();
  });
  const origin = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = basic(PASSWORD)) =>
    fetch(origin + path, { headers, redirect: 'manual' });
  const post = (path: string, headers: Record<string, string> = { origin }) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { ...basic(PASSWORD), ...headers },
      redirect: 'manual',
    });
  const { store } = site.callbacks as Callbacks;
  // The outbox has looked at the store before this, and looks again ten seconds later: until then it
  // leaves alone what is added in channels that nobody configured.
  await store.counts();
  return { site, origin, get, post, store };
}

test('without a password there is no desk, and never one on the public port', async () => {
  const { get } = await startDesk({});
  expect((await get('/callbacks')).status).toBe(404);
  const { site } = await startDesk();
  expect((await fetch(`${site.url}/callbacks`, { headers: basic(PASSWORD) })).status).toBe(404);
});

test('the right password opens it under any user name; nothing else does', async () => {
  const { get } = await startDesk();
  expect((await get('/callbacks', {})).status).toBe(401);
  expect((await get('/callbacks', {})).headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await get('/callbacks.csv', basic('wrong'))).status).toBe(401);
  expect((await get('/callbacks', { authorization: 'Basic ???' })).status).toBe(401);
  for (const user of ['', 'anybody', 'zoë'])
    expect((await get('/callbacks', basic(PASSWORD, user))).status).toBe(200);
});

test('twenty wrong passwords lock a client out; requests without one do not count', async () => {
  const { get } = await startDesk();
  for (let attempt = 0; attempt < 30; attempt++) await get('/callbacks', {});
  const wrong = () => get('/callbacks', basic('wrong')).then(({ status }) => status);
  for (let attempt = 0; attempt < 20; attempt++) expect(await wrong()).toBe(401);
  expect(await wrong()).toBe(429);
  const locked = await get('/callbacks');
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(500);
});

test('behind a proxy that is trusted, wrong passwords count for the client that the proxy saw', async () => {
  const { get } = await startDesk({ DESK_PASSWORD: PASSWORD, TRUST_PROXY: '1' });
  const from = async (client: string, password: string) =>
    (await get('/callbacks', { ...basic(password), 'x-forwarded-for': client })).status;
  for (let attempt = 0; attempt < 20; attempt++)
    expect(await from(`203.0.113.${attempt}, 192.0.2.1`, 'wrong')).toBe(401);
  expect(await from('192.0.2.1', PASSWORD)).toBe(429);
  expect(await from('192.0.2.2', PASSWORD)).toBe(200);
});

test('however many addresses somebody has, they are locked out after 400 wrong passwords', async () => {
  const { get } = await startDesk({ DESK_PASSWORD: PASSWORD, TRUST_PROXY: '1' });
  const from = async (client: string, password: string) =>
    (await get('/callbacks', { ...basic(password), 'x-forwarded-for': client })).status;
  for (let guess = 0; guess < 400; guess++)
    expect(await from(`192.0.${guess >> 8}.${guess & 255}`, 'wrong'), `guess ${guess}`).toBe(401);
  expect(await from('203.0.113.1', PASSWORD)).toBe(429);
});

test('whoever has signed in before is not locked out by what others guess from the same address', async () => {
  const { get } = await startDesk();
  const statusWith = async (cookie: string, password: string, path = '/callbacks') =>
    (await get(path, { ...basic(password), cookie })).status;
  const cookies = (await get('/callbacks')).headers.getSetCookie();
  expect(cookies.map((cookie) => /Path=[^;]+/.exec(cookie)?.[0])).toEqual([
    'Path=/callbacks',
    'Path=/callbacks.csv',
  ]);
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  const [cookie = ''] = (cookies[0] as string).split(';');
  expect((await get('/callbacks', { ...basic(PASSWORD), cookie })).headers.getSetCookie()).toEqual(
    [],
  );
  for (let attempt = 0; attempt < 20; attempt++) await get('/callbacks', basic('wrong'));
  expect((await get('/callbacks')).status).toBe(429);
  expect(await statusWith(`theme=dark; ${cookie}`, PASSWORD)).toBe(200);
  expect(await statusWith(cookie, PASSWORD, '/callbacks.csv')).toBe(200);

  const forged = cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'));
  expect(await statusWith(forged, PASSWORD)).toBe(429);
  for (let attempt = 0; attempt < 20; attempt++)
    expect(await statusWith(cookie, 'wrong')).toBe(401);
  expect(await statusWith(cookie, PASSWORD)).toBe(429);
  expect(await statusWith('', PASSWORD)).toBe(429);
});

test('a cookie of the desk opens nothing by itself', async () => {
  const { get } = await startDesk();
  const [cookie = ''] = (await get('/callbacks')).headers.getSetCookie();
  expect((await get('/callbacks', { cookie: cookie.split(';')[0] as string })).status).toBe(401);
});

test('a request is shown with every field, in London time, with its number as a link', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Zoë <script>'), ['webhook', 'mail:office@example.org']);
  const claim = { now: new Date(), limit: 1, leaseMs: 1000 };
  await store.deliveries.claimDue({ ...claim, channel: 'mail:office@example.org' });
  await store.deliveries.settle(id, 'mail:office@example.org', {
    state: 'failed',
    reason: 'SMTP 550',
  });
  const answer = await get('/callbacks');
  const html = await answer.text();
  for (const { called } of CALLBACK_FIELDS)
    expect(html.toLowerCase()).toContain(`<dt>${called}</dt>`.toLowerCase());
  expect(html).toContain('Zoë &lt;script&gt;');
  expect(html).toContain('href="tel:07700900199"');
  expect(html).toContain('>Failed</strong>');
  expect(html).toContain('E-mail to office@example.org: failed (SMTP 550)');
  expect(html).toContain('Webhook: not told yet');
  expect(html).toMatch(/<time dateTime="[^"]+Z">\w{3},? \d+ \w+ \d{4}/i);
  expect(html).not.toContain('<script');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the newest come first, a page at a time, and a number finds its request', async () => {
  const { get, store } = await startDesk();
  for (let number = 0; number < 45; number++)
    await store.add(request(`Caller ${number}.`, `07700 9001${number + 10}`), []);
  const namesOf = (html: string) =>
    [...html.matchAll(/<dd>(Caller \d+)\./g)].map(([, name]) => name);
  const seen: (string | undefined)[] = [];
  let path: string | undefined = '/callbacks';
  while (path) {
    const html = await (await get(path)).text();
    seen.push(...namesOf(html));
    path = /href="([^"]+)">Older requests/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, number) => `Caller ${44 - number}`));
  const found = await (await get('/callbacks?mobile=%2B447700900117')).text();
  expect(namesOf(found)).toEqual(['Caller 7']);
});

test('staff find a request by part of a name, an e-mail address or a number, and a page of many at a time', async () => {
  const { get, store } = await startDesk();
  for (const [name, mobile] of [
    ['Zoë\u00a0Smith', '07700\u00a0944\u00a0121'],
    ['John SMITHERS', '+44 (0)7911-900 012'],
    ['Łucja 100%', 'ring the shop'],
  ] as const)
    await store.add(request(name, mobile), []);
  const find = async (text: string) => {
    const page = await (await get(`/callbacks?${new URLSearchParams({ mobile: text })}`)).text();
    const rows = [...page.matchAll(/<dt>Name<\/dt><dd>([^<]+)/g)].map(([, name]) => name);
    return rows.map((name) => (name as string).slice(0, 4)).join();
  };
  for (const [text, names] of [
    ['Smith', 'John,Zoë\u00a0'],
    [' zoe  sMITH ', 'Zoë\u00a0'],
    ['ŁUCJA', 'Łucj'],
    ['%', 'Łucj'],
    ['_', ''],
    ['\0', ''],
    ['zoe@EXAMPLE', 'Łucj,John,Zoë\u00a0'],
    ['nobody7@example.com', ''],
    ['4412', 'Zoë\u00a0'],
    ['0012', 'John'],
    ['07700 944 121', 'Zoë\u00a0'],
    ['+44 7700944', 'Zoë\u00a0'],
    ['447700944121', 'Zoë\u00a0'],
    ['0044(0)7911', 'John'],
    ['07911', 'John'],
    ['11-900', 'John'],
    ['-', ''],
    ['9999', ''],
  ] as const)
    expect([text, await find(text)]).toEqual([text, names]);
  for (let number = 0; number < 45; number++)
    await store.add(request(`Ann ${number}`, `07700 9001${number + 10}`), []);
  const first = await (await get('/callbacks?mobile=ann')).text();
  const next = /href="([^"]+)">Older requests/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await (await get(next)).text();
  expect([first, second].map((html) => html.match(/>Ann \d+</g)?.[0])).toEqual([
    '>Ann 44<',
    '>Ann 24<',
  ]);
  expect(second).toContain('Older requests');
});

test('what the desk says of a delivery follows its attempts, while one is under way too', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Ann'), ['webhook']);
  const claim = () =>
    store.deliveries.claimDue({ channel: 'webhook', now: new Date(), limit: 1, leaseMs: 0 });
  const fail = () =>
    store.deliveries.settle(id, 'webhook', {
      state: 'waiting',
      retryAt: new Date(),
      reason: 'HTTP 500',
    });
  const said = async () => /<li>Webhook: ([^<]+)/.exec(await (await get('/callbacks')).text())?.[1];
  expect(await said()).toBe('not told yet');
  await claim();
  expect(await said()).toBe('being told now');
  await claim(); // by another process, since the first has not settled it in time
  expect(await said()).toBe('being told now, tried once');
  await fail();
  expect(await said()).toBe('not told yet, tried 2 times (HTTP 500)');
  await claim();
  expect(await said()).toBe('being told now, tried 2 times (HTTP 500)');
});

test('a number without digits is no link', async () => {
  const { get, store } = await startDesk();
  await store.add(request('Ann', 'ring the shop'), []);
  const html = await (await get('/callbacks')).text();
  expect(html).toContain('<dd>ring the shop</dd>');
  expect(html).not.toContain('href="tel:');
});

test('an address that cannot be decoded, or names nothing that could be kept, is no fault of the store', async () => {
  const { get, post, site } = await startDesk();
  expect((await get('/callbacks/%ff/delete')).status).toBe(400);
  expect((await post('/callbacks/%ff/called')).status).toBe(400);
  for (const id of ['%00', '%C3%A9', 'x'.repeat(65)]) {
    expect((await get(`/callbacks/${id}/delete`)).status).toBe(404);
    expect((await post(`/callbacks/${id}/delete`)).status).toBe(404);
  }
  for (const query of [
    'after=%00',
    'after=%ff',
    'mobile=%ff',
    'mobile=%00',
    'mobile=%2',
    'mobile[]=a',
  ])
    expect([query, (await get(`/callbacks?${query}`)).status]).toEqual([query, 200]);
  expect(site.lines.join('')).not.toContain('could not answer');
});

test('a request can be marked as called and not called, requeued, and deleted after a question', async () => {
  const { get, post, store, site } = await startDesk();
  const { id } = await store.add(request('Canary'), ['webhook']);
  await store.deliveries.claimDue({ channel: 'webhook', now: new Date(), limit: 1, leaseMs: 1000 });
  await store.deliveries.settle(id, 'webhook', { state: 'failed', reason: 'HTTP 404' });
  const back = await post(`/callbacks/${id}/called?mobile=0770`);
  expect([back.status, back.headers.get('location')]).toEqual([303, '/callbacks?mobile=0770']);
  expect(await (await get('/callbacks')).text()).toContain('>Called</strong>');
  await post(`/callbacks/${id}/not-called`);
  expect((await store.find(id))?.calledAt).toBeNull();
  expect((await post(`/callbacks/${id}/retry`)).status).toBe(303);
  expect((await store.find(id))?.deliveries[0]?.state).toBe('waiting');
  expect(await (await get(`/callbacks/${id}`)).text()).toContain('Canary');
  const question = await (await get(`/callbacks/${id}/delete`)).text();
  expect(question).toContain('Delete for good');
  expect(await store.find(id)).not.toBeNull();
  expect((await post(`/callbacks/${id}/delete`)).status).toBe(303);
  expect(await store.find(id)).toBeNull();
  expect((await post(`/callbacks/${id}/called`)).status).toBe(404);
  expect(site.lines.join('')).not.toMatch(/canary/i);
});

test('a form from another origin changes nothing, nor does a link', async () => {
  const { get, post, origin, store, site } = await startDesk();
  const { id } = await store.add(request('Ann'), []);
  const foreign: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: site.config.siteUrl },
    { origin: origin.replace(/\d+$/, '1') },
    { origin: 'null' },
    { origin, 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign)
    expect((await post(`/callbacks/${id}/called`, headers)).status, headers.origin).toBe(403);
  expect((await get(`/callbacks/${id}/called`)).status).toBe(405);
  expect((await store.find(id))?.calledAt).toBeNull();
});

test('the whole list comes as CSV, as the command line gives it', async () => {
  const { get, store } = await startDesk();
  await store.add(request('=1+1'), []);
  const answer = await get('/callbacks.csv');
  expect(answer.headers.get('content-disposition')).toContain('callback-requests.csv');
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(await answer.text()).toContain(`"'=1+1"`);
});

test('an unreadable store is a 503 without the text of its error', async () => {
  const { get, store, site } = await startDesk();
  await store.close();
  const answer = await get('/callbacks');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toBe('The store cannot be read or written.\n');
  expect(site.lines.join('')).toContain('the desk could not answer');
});
