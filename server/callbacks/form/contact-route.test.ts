import { expect, onTestFinished, test, vi } from 'vitest';
import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
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

test('responds {"ok":true} only after the request is stored, once for any repeats', async () => {
  const { post, dataDir } = await startContactSite();
  const answer = await post({ message: 'Line one\r\nline two', website: 'x', elapsed: '10' });
  expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await readCallbacks(dataDir)).toMatchObject([
    {
      fields: { ...VALID_FORM, message: 'Line one\r\nline two' },
      flags: ['honeypot', 'fast'],
    },
  ]);
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
    expect(await post({ message: 'Line one\r\nline two' }, { accept })).toMatchObject({
      status: 200,
      text: '{"ok":true}',
    });
  // The flagged one hides none of them: staff may never look at it.
  expect((await readCallbacks(dataDir)).map(({ flags }) => flags)).toEqual([
    ['honeypot', 'fast'],
    [],
  ]);
});

const REFUSED: [what: string, status: number, sent: Sent][] = [
  ['JSON', 415, { type: 'application/json', body: '{"name":"Ann"}' }],
  ['a body past 8 kB that is no form', 413, { type: 'text/plain', body: 'x'.repeat(9000) }],
  ['a body past 8 kB', 413, { body: `name=${'x'.repeat(8200)}` }],
  [
    'a message within its limit whose encoding is past 8 kB',
    413,
    { fields: { message: '👩'.repeat(700) } },
  ],
  ['another site', 403, { headers: { origin: 'https://evil.example' } }],
  [
    'a form from another site, as the browser says',
    403,
    { headers: { 'sec-fetch-site': 'cross-site' } },
  ],
  ['broken escapes', 400, { body: 'name=%' }],
  ['a header line in the name', 400, { fields: { name: 'Ann\r\nBcc: all@example.com' } }],
  ['a missing name', 422, { fields: { name: '' } }],
  ['a mobile number of 31 characters', 422, { fields: { mobile: '0'.repeat(31) } }],
  ['an empty body', 422, { body: '' }],
];

test('responds to a rejected request alike by JSON and by page, and stores nothing', async () => {
  const { url, dataDir } = await startContactSite();
  for (const [what, status, sent] of REFUSED) {
    const { type = FORM, headers = {}, fields, body } = sent;
    const content = body ?? new URLSearchParams({ ...VALID_FORM, ...fields }).toString();
    const send = (more: object) =>
      fetch(url, {
        method: 'POST',
        body: content,
        headers: { 'content-type': type, ...headers, ...more },
      });
    const script = await send({});
    expect([script.status, await script.text()], what).toEqual([status, '{"ok":false}']);
    expect(script.headers.get('cache-control'), what).toBe('no-store');
    const browser = await send({ accept: BROWSER_HEADERS.accept });
    expect([browser.status, browser.headers.get('content-type')], what).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(await browser.text(), what).toContain(CALLBACK_MESSAGES.rejected);
  }
  expect(await readCallbacks(dataDir)).toEqual([]);
});

test('responds 405 with Allow: POST to other methods', async () => {
  const { url } = await startContactSite();
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await answer.text()).toBe('{"ok":false}');
});

test('renders a page without JavaScript: with the fields to retry, or to confirm', async () => {
  const { post } = await startContactSite();
  const failed = await post({ email: '  ', name: ' Zoë ' }, BROWSER_HEADERS);
  expect(failed.status).toBe(422);
  for (const value of [' Zoë ', '  ', VALID_FORM.mobile])
    expect(failed.text).toContain(`value="${value}"`);
  expect(failed.text.match(/aria-invalid="true"/g)).toHaveLength(1);
  const sent = await post({}, BROWSER_HEADERS);
  expect(sent.status).toBe(200);
  for (const words of [CALLBACK_MESSAGES.sent, VALID_FORM.mobile, VALID_FORM.email])
    expect(sent.text).toContain(words);
});

test("responds with the company's promise when it has one", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T18:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { post } = await startContactSite({ SITE_FILE: 'test/support/example-site.json' });
  const { status, text } = await post();
  const answer = { ok: true, callbackWithin: 'from 10am tomorrow' };
  expect([status, JSON.parse(text)]).toEqual([200, answer]);
  expect((await post({ name: '' })).text).toBe('{"ok":false}');
});

test('responds 503 with the fields as typed when the store cannot be written', async () => {
  const { post } = await startContactSite({}, 'blocked');
  expect(await post()).toMatchObject({ status: 503, text: '{"ok":false}' });
  const page = await post({}, BROWSER_HEADERS);
  expect([page.status, page.text.includes(VALID_FORM.name)]).toEqual([503, true]);
});
