import { on } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FORM, sendRaw, startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { isCrossSite } from '../../http/host.ts';
import { isFormContentType } from './parse-form.ts';

const SITE = 'https://www.example.com';

describe('isFormContentType', () => {
  test.each([
    ['application/x-www-form-urlencoded', true],
    ['Application/X-WWW-Form-URLencoded; charset=UTF-8', true],
    ['application/x-www-form-urlencoded;charset="utf8"', true],
    ['application/x-www-form-urlencoded; boundary=x', true],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', false],
    ['application/x-www-form-urlencoded; charset=xutf-8', false],
    ['application/x-www-form-urlencoded; charset=utf-8859', false],
    ['multipart/form-data; boundary=x', false],
    ['application/json', false],
    ['text/plain', false],
    ['', false],
  ])('returns for the content type %j: %s', (type, expected) => {
    expect(isFormContentType({ 'content-type': type })).toBe(expected);
  });

  test('returns false for a compressed body or one without a content type', () => {
    expect(
      isFormContentType({
        'content-type': 'application/x-www-form-urlencoded',
        'content-encoding': 'gzip',
      }),
    ).toBe(false);
    expect(isFormContentType({})).toBe(false);
  });
});

describe('isCrossSite', () => {
  test.each([
    ['no header of a browser', {}, false],
    ['its own origin', { origin: SITE, 'sec-fetch-site': 'same-origin' }, false],
    [
      'the host it was reached under',
      { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' },
      false,
    ],
    ['another origin', { origin: 'https://evil.example', host: 'www.example.com' }, true],
    ['a subdomain', { origin: 'https://shop.example.com', 'sec-fetch-site': 'same-site' }, true],
    ['another scheme', { origin: 'http://www.example.com', host: 'internal' }, true],
    ['a cross-site navigation', { 'sec-fetch-site': 'cross-site' }, true],
    ['an opaque origin', { origin: 'null' }, true],
    [
      'an opaque origin under strict privacy settings',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['nonsense', { origin: 'www.example.com', host: 'www.example.com' }, true],
  ] as const)('judges a post by the origin that its browser names: %s', (_, headers, expected) => {
    expect(isCrossSite(headers, SITE)).toBe(expected);
  });
});

describe('POST /contact.php', () => {
  const HEAD = `POST /contact.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\n`;
  const announced = (body: string) => `${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
  const inChunks = (...chunks: string[]) =>
    [
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
      ...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`),
      '0\r\n\r\n',
    ].join('');

  test.each([
    ['announced', announced],
    ['counted as it arrives', inChunks],
  ])('accepts a body of 8,192 bytes and no longer one, its length %s', async (_, send) => {
    const { port } = await startContactSite();
    const body = `${new URLSearchParams(VALID_FORM)}&filler=`;
    expect(await sendRaw(port, send(body.padEnd(8192, 'x')))).toMatch(/^HTTP\/1.1 200 /);
    expect(await sendRaw(port, send(body.padEnd(8193, 'x')))).toMatch(/^HTTP\/1.1 413 /);
  });

  test('rejects a body by its announced length before it is sent', async () => {
    const { port } = await startContactSite();
    expect(await sendRaw(port, `${HEAD}Content-Length: 8193\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /);
  });

  test.each([
    ['an empty form', HEAD, 422],
    ['no form', 'POST /contact.php HTTP/1.1\r\nHost: x\r\n', 415],
    ['a form of another site', `${HEAD}Sec-Fetch-Site: cross-site\r\n`, 403],
  ])('answers a request that announces no body as %s', async (_, head, status) => {
    const { port } = await startContactSite();
    expect(await sendRaw(port, `${head}\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('keeps the connection of a client that ends its too long body', async () => {
    const { port } = await startContactSite();
    const ask = openConnection(port);
    for (const body of [
      announced('x'.repeat(200_000)),
      inChunks(...Array(50).fill('x'.repeat(4096))),
    ]) {
      expect(await ask(body)).toMatch(/^HTTP\/1.1 413 /);
      expect(await ask(announced(`${new URLSearchParams(VALID_FORM)}`))).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  test('cuts off a client that never ends its too long body, and no other', async () => {
    const { port, url } = await startContactSite();
    const ask = openConnection(port);
    await new Promise((resolve) => {
      const upload = httpRequest(url, { method: 'POST', headers: { 'content-type': FORM } });
      const more = setInterval(() => upload.write('x'.repeat(4096)), 5);
      upload.on('response', (response) => response.resume());
      upload.on('close', resolve).on('error', resolve);
      onTestFinished(() => clearInterval(more));
    });
    expect(await ask(announced(`${new URLSearchParams(VALID_FORM)}`))).toMatch(/^HTTP\/1.1 200 /);
  });

  /** @returns a function that sends bytes over one connection and waits for the end of the answer */
  function openConnection(port: number) {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    return async (bytes: string): Promise<string> => {
      let answer = '';
      socket.write(bytes);
      for await (const [chunk] of on(socket, 'data', { close: ['close'] })) {
        answer += chunk;
        if (answer.endsWith('\r\n0\r\n\r\n')) break;
      }
      return answer;
    };
  }

  test('sends no response and logs no error when the visitor leaves while sending', async () => {
    const { port, metrics } = await startContactSite();
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `POST /contact.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: 100\r\n\r\nname=`,
        () => socket.destroy(),
      ),
    );
    await expect
      .poll(
        async () =>
          (await metrics.callbacks.get()).values.find(
            ({ labels }) => labels.outcome === 'visitor_left',
          )?.value,
      )
      .toBe(1);
  });
});
