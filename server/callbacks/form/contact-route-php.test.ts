import { expect, test } from 'vitest';
import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
import {
  BROWSER_HEADERS,
  FORM,
  startBackend,
  startContactSite,
  VALID_FORM,
} from '../../../test/fakes/contact.ts';
import { callbackFields } from '../../../test/support/typed.ts';

test('sends PHP the validated fields, encoded again, and only needed headers', async () => {
  const backend = await startBackend();
  const { url } = await startContactSite({ PHP_BACKEND_URL: backend.origin });
  const { name, mobile, message, ...others } = callbackFields({ name: 'Zoë L', message: 'a\r\nb' });
  const fields = callbackFields({ name, mobile, message, ...others });
  const body = `website=1&unknown=%e2%82%ac&message=a%0D%0Ab&name=+Zo%c3%ab+L&mobile=07700%20900199&name[]=Eve&${new URLSearchParams(others)}`;
  const answer = await fetch(`${url}?debug=1`, {
    method: 'POST',
    body,
    headers: {
      'content-type': `${FORM};charset=UTF-8`,
      cookie: 'a=b',
      authorization: 'Basic eDp5',
      'user-agent': 'test',
      'x-request-id': 'request-0001',
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'for=198.51.100.7',
      'x-real-ip': '198.51.100.7',
      'client-ip': '198.51.100.7',
      'x-http-method-override': 'DELETE',
      'x-callback-flags': 'forged',
      proxy: 'http://evil.example',
    },
  });
  expect([answer.status, await answer.text()]).toEqual([200, '{"ok": true, "reference": "A-1"}\n']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('x-backend')).toBeNull();
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const [received, ...more] = await backend.requests();
  expect(more).toEqual([]);
  const encoded = new URLSearchParams(fields).toString();
  expect(encoded).toMatch(/^name=Zo%C3%AB\+L&mobile=07700\+900199&.*&message=a%0D%0Ab/);
  expect(Buffer.from(received.body, 'base64').toString()).toBe(encoded);
  expect(received).toMatchObject({
    method: 'POST',
    uri: '/contact.php',
    post: fields,
  });
  expect(received.headers).toEqual({
    host: new URL(backend.origin).host,
    connection: 'close',
    'content-length': String(encoded.length),
    'content-type': FORM,
    accept: 'application/json',
    'user-agent': 'test',
    'x-forwarded-for': '127.0.0.1',
    'x-request-id': 'request-0001',
    'x-callback-flags': 'honeypot',
    'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test("passes PHP's response to scripts, and renders it as a page for browsers", async () => {
  const backend = await startBackend();
  const { post } = await startContactSite({ PHP_BACKEND_URL: backend.origin });
  for (const [message, status, text, pageStatus] of [
    ['refuse', 422, '{"ok":false,"error":"mobile"}', 422],
    ['no', 200, '{"ok":false}', 502],
    ['busy', 503, '{"ok":false}', 503],
    ['redirect', 502, '{"ok":false}', 502],
    ['fatal', 502, '{"ok":false}', 502],
    ['byte order mark', 200, '{"ok":true}', 200], // four failures are no pause yet
    ['warning', 502, '{"ok":false}', 502],
    ['long', 502, '{"ok":false}', 502],
  ] as const) {
    const script = await post({ message });
    expect([message, script.status, script.text]).toEqual([message, status, text]);
    expect(script.headers.get('retry-after')).toBe(message === 'busy' ? '120' : null);
    expect(script.headers.get('location')).toBeNull();
    const page = await post({ message }, BROWSER_HEADERS);
    expect([message, page.status]).toEqual([message, pageStatus]);
    expect(page.text).toContain(
      pageStatus === 200 ? CALLBACK_MESSAGES.sent : `value="${VALID_FORM.name}"`,
    );
  }
});
