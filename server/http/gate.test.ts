import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { REQUESTS } from '../../test/support/bad-requests.ts';
import { CANONICAL_HOST_ON, sharedSite, startSite } from '../../test/support/site.ts';
import { resolveTarget } from './gate.ts';

test('rejects every bad request with its 4xx, without a stack or a call of the service', async () => {
  const service = await startContentfulStandIn();
  // Renewed once: the requests take as long as the machine is busy.
  const site = await startSite({ ...service.environment, CONTENT_TTL_SECONDS: '86400' });
  await (await fetch(`${site.url}/blogs`)).text();
  await fetch(`${site.url}/about`);
  await expect
    .poll(async () => (await fetch(`${site.url}/about`)).headers.has('content-length'))
    .toBe(true);
  const calls = service.calls.length;
  const wrong: string[] = [];
  for (const [line, status, headers = []] of REQUESTS) {
    const answer = await exchange(
      Number(new URL(site.url).port),
      [line, 'Host: site.test', 'Connection: close', ...headers, '', ''].join('\r\n'),
    );
    const given = Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1]);
    const asked = `${line.slice(0, 80)} ${headers.join('; ').slice(0, 60)}`;
    if (given !== status) wrong.push(`${asked}: ${given} instead of ${status}`);
    if (/\n\s+at |node:internal|\/work\/|node_modules/.test(answer))
      wrong.push(`${asked} shows its insides`);
  }
  expect(wrong).toEqual([]);
  // A slug like any other: /blogs/page
  expect(service.calls.length - calls).toBeLessThanOrEqual(1);
});

/** Sends bytes as they are and collects the answer. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => resolve(answer)).on('close', () => resolve(answer));
    socket.write(bytes, 'latin1');
  });
}

test('an address of 2,048 characters is looked up, a longer one is not', async () => {
  const site = await sharedSite();
  const status = async (length: number) =>
    (await fetch(`${site.url}/about?${'x'.repeat(length - '/about?'.length)}`)).status;
  expect([await status(2048), await status(2049)]).toEqual([200, 414]);
});

test('explains a rejection in plain text, with the header that helps', async () => {
  const { url } = await sharedSite(CANONICAL_HOST_ON);
  const { port } = new URL(url);
  for (const [line, reason, header] of [
    ['GET /%', '400 Bad Request', 'Cache-Control: no-store'],
    ['PUT /about', '405 Method Not Allowed', 'Allow: GET, HEAD'],
    ['PUT /contact.php?x=1', '405 Method Not Allowed', 'Allow: POST'],
    [`GET /${'x'.repeat(2048)}`, '414 URI Too Long', 'Cache-Control: no-store'],
    // Kept by browsers, and by no shared cache.
    ['GET //about', '301 Moved Permanently', 'Cache-Control: private, max-age=3600'],
    ['GET /About', '301 Moved Permanently', 'Location: /about'],
    ['GET /About?x=1', '301 Moved Permanently', 'Location: /about?x=1'],
  ] as const) {
    const answer = await exchange(
      Number(port),
      `${line} HTTP/1.1\r\nHost: www.example.com\r\nConnection: close\r\n\r\n`,
    );
    const [head = '', body] = answer.split('\r\n\r\n');
    expect(head.split('\r\n'), line.slice(0, 30)).toEqual(
      expect.arrayContaining([
        `HTTP/1.1 ${reason}`,
        'Content-Type: text/plain; charset=utf-8',
        'X-Content-Type-Options: nosniff',
        header,
      ]),
    );
    expect(body).toBe(`${reason.slice(4)}\n`);
  }
});

test('requires one Host from HTTP/1.1 and accepts none from HTTP/1.0', async () => {
  const { url } = await sharedSite();
  const ask = (...lines: string[]) =>
    exchange(Number(new URL(url).port), [...lines, 'Connection: close', '', ''].join('\r\n'));
  const hosts = ['Host: site.test', 'Host: evil.example'];
  for (const [version, answers] of [
    ['1.0', [200, 200, 400]],
    ['1.1', [400, 200, 400]],
  ] as const)
    for (const [count, status] of answers.entries())
      expect(
        await ask(`GET /about HTTP/${version}`, ...hosts.slice(0, count)),
        `${count} with HTTP/${version}`,
      ).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test.each([
  ['/ABOUT?q=%0d%0aX-Injected:1', '/about?q=%0d%0aX-Injected:1'],
  ['/BLOGS/%E6%97%A5', '/blogs/%E6%97%A5'],
  ['/blogs/%F0%A0%AE%B7/', '/blogs/%F0%A0%AE%B7'],
])('%s is moved to its canonical spelling, %s, which a header can hold', (url, location) => {
  expect(resolveTarget(url, () => undefined)).toEqual({
    status: 301,
    headers: { Location: location },
  });
});

test("redirects the decoded path of an older site's page, whatever its query", () => {
  const redirects = new Map([['/über uns', '/about']]);
  const moved = { status: 301, headers: { Location: '/about' }, mayChange: true };
  for (const url of ['/%C3%BCber%20uns', '/%c3%bcber%20uns?id=3'])
    expect(resolveTarget(url, (path) => redirects.get(path))).toEqual(moved);
});

test("redirects an older site's path despite extra slashes or upper case", async () => {
  const redirects = new Map([['/old/page', '/about']]);
  const moved = { status: 301, headers: { Location: '/about' }, mayChange: true };
  for (const url of ['/old/page', '/old/page/', '//old//page', '/OLD/Page', '/Old/page/?id=3'])
    expect(
      resolveTarget(url, (path) => redirects.get(path)),
      url,
    ).toEqual(moved);
});

test('closes a connection with more than 16 unanswered requests', async () => {
  const site = await sharedSite();
  const { port } = new URL(site.url);
  const moved = (index: number) => `GET /About?${index} HTTP/1.1\r\nHost: site.test\r\n`;
  const close = 'Connection: close\r\n\r\n';
  const batch = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => moved(from + index)).join('\r\n');
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const answered = () =>
    [...text.matchAll(/^Location: \/about\?(\d+)\r$/gm)].map(([, n]) => Number(n));
  socket.write(`${batch(0, 16)}\r\n`);
  await expect.poll(answered).toHaveLength(16);
  socket.write(batch(16, 16) + close);
  await once(socket, 'close');
  expect(answered()).toEqual(Array.from({ length: 32 }, (_, index) => index));
  const cut = await exchange(Number(port), batch(0, 40) + close);
  expect(cut.match(/^Location/gm)).toHaveLength(16);
  expect((await fetch(`${site.url}/about`)).status).toBe(200);
});
