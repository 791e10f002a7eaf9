import { expect, test } from 'vitest';
import {
  BROWSER_HEADERS,
  FORM,
  startContactSite,
  VALID_FORM,
} from '../../../test/fakes/contact.ts';
import { readCallbacks } from '../../../test/support/callbacks/stores.ts';

interface Sent {
  method?: string;
  type?: string;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  body?: string;
}

test('stores the path in the Referer when it is of this site, or none', async () => {
  const { post, dataDir } = await startContactSite();
  const referers = [
    ['https://www.example.com/blogs/What%20now?q=a#b', null],
    ['https://www.example.com/blogs/What-now?utm=canary#b', '/blogs/What-now'],
    ['https://www.example.com', '/'],
    ['HTTPS://WWW.EXAMPLE.COM/contact', '/contact'],
    ['https://evil.example/contact', null],
    ['https://www.example.com.evil.example/contact', null],
    ['https://www.example.com/unknown/canary', null],
    ['https://www.example.com/contact.php', null],
    ['no address', null],
    [undefined, null],
  ] as const;
  for (const [index, [referer]] of referers.entries())
    await post({ message: `${index}` }, referer ? { referer } : {});
  // Sent again from elsewhere it is the same request.
  await post({ message: '0' }, { referer: 'https://www.example.com/about' });
  const kept = new Map(
    (await readCallbacks(dataDir)).map(({ fields, page }) => [fields.message, page]),
  );
  expect(referers.map(([referer], index) => [referer, kept.get(`${index}`)])).toEqual(referers);
});

test('limits the rate of complete requests: of IPv4 by address, of IPv6 by /64', async () => {
  const { post } = await startContactSite({ CONTACT_RATE_LIMIT: '2', TRUST_PROXY: '1' });
  const from = (client: string, fields = {}) =>
    post(fields, { 'x-forwarded-for': `203.0.113.99, ${client}` });
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await from('192.0.2.1', { email: '' })).status).toBe(422);
  expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.1', { message: 'again' })).status).toBe(200);
  const third = await from('192.0.2.1');
  expect([third.status, third.text]).toEqual([429, '{"ok":false}']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('192.0.2.2')).status).toBe(200);
  for (const [client, status] of [
    ['2001:db8::1', 200],
    ['2001:db8::2', 200],
    ['2001:db8::ffff', 429],
    ['2001:db8:0:1::1', 200],
  ] as const)
    expect((await from(client)).status).toBe(status);
});

test('responds 429 with the fields to repeated rejected forms, and counts no valid one', async () => {
  const { post } = await startContactSite({ CONTACT_RATE_LIMIT: '1' });
  expect((await post()).status).toBe(200);
  for (let form = 0; form < 20; form++) expect((await post({ email: '' })).status).toBe(422);
  const script = await post({ email: '' });
  expect([script.status, script.text]).toEqual([429, '{"ok":false}']);
  expect(Number(script.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await post({}, BROWSER_HEADERS);
  expect([page.status, page.text.includes(VALID_FORM.name)]).toEqual([429, true]);
});

test("does not count cross-site requests towards the visitor's rate limit", async () => {
  const { post, url } = await startContactSite({ CONTACT_RATE_LIMIT: '1' });
  const good = new URLSearchParams(VALID_FORM).toString();
  const send = async ({ method = 'POST', type = FORM, headers = {}, body = good }: Sent) => {
    const content = method === 'GET' ? null : body;
    const answer = await fetch(url, {
      method,
      body: content,
      headers: { 'content-type': type, ...headers },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const sendAll = async () => {
    for (const [status, sent] of [
      [405, { method: 'GET' }],
      [403, { headers: { origin: 'https://evil.example' } }],
      [403, { headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } }],
      [415, { type: 'text/plain' }],
      [413, { body: 'x'.repeat(9000) }],
    ] as [number, Sent][])
      expect([sent, await send(sent)]).toEqual([sent, status]);
  };
  for (let time = 0; time < 25; time++) await sendAll();
  expect((await post()).status).toBe(200);
  expect((await post({ message: 'again' })).status).toBe(429);
  await sendAll();
});
