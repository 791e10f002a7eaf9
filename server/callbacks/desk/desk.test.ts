import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { basic, PASSWORD, startDesk } from '../../../test/support/callbacks/desk.ts';

test('without a password there is no desk, and never one on the public port', async () => {
  const { get } = await startDesk({});
  expect((await get('/callbacks')).status).toBe(404);
  const { site } = await startDesk();
  expect((await fetch(`${site.url}/callbacks`, { headers: basic(PASSWORD) })).status).toBe(404);
});

test('the right password opens it under any user name and sets no cookie; nothing else opens it', async () => {
  const { get } = await startDesk();
  expect((await get('/callbacks', {})).status).toBe(401);
  expect((await get('/callbacks', {})).headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await get('/callbacks.csv', basic('wrong'))).status).toBe(401);
  expect((await get('/callbacks', { authorization: 'Basic ???' })).status).toBe(401);
  for (const user of ['', 'anybody', 'zoë']) {
    const answer = await get('/callbacks', basic(PASSWORD, user));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  }
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

test('wrong passwords that come all at once on one connection are counted one by one', async () => {
  const { origin } = await startDesk();
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  const guess = `GET /callbacks HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${basic('wrong').authorization}\r\n`;
  socket.end(`${`${guess}\r\n`.repeat(39)}${guess}Connection: close\r\n\r\n`);
  const statuses = (await text(socket)).match(/(?<=^HTTP\/1\.1 )\d+/gm);
  expect(statuses).toEqual([...Array(20).fill('401'), ...Array(20).fill('429')]);
});

test('all networks of an IPv6 /48 together have 400 wrong passwords, and others are not locked out', async () => {
  const { get } = await startDesk({ DESK_PASSWORD: PASSWORD, TRUST_PROXY: '1' });
  const from = async (network: string, password: string) => {
    const client = { 'x-forwarded-for': `2001:db8:${network}::1` };
    return (await get('/callbacks', { ...basic(password), ...client })).status;
  };
  for (let guess = 0; guess < 400; guess++)
    expect(await from(`1:${guess.toString(16)}`, 'wrong'), `guess ${guess}`).toBe(401);
  expect(await from('1:ffff', PASSWORD)).toBe(429);
  expect(await from('2:1', PASSWORD)).toBe(200);
});

test('an unreadable store is a 503 without the text of its error', async () => {
  const { get, store, site } = await startDesk();
  await store.close();
  const answer = await get('/callbacks');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toBe('The store cannot be read or written.\n');
  expect(site.lines.join('')).toContain('the desk could not answer');
});

test('a browser that leaves while it sends a form is no error of the desk', async () => {
  const { get, origin, site } = await startDesk();
  const { port } = new URL(origin);
  const { authorization } = basic(PASSWORD);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /callbacks HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nq=',
  );
  await once(socket, 'connect');
  expect((await get('/callbacks')).status).toBe(200);
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await get('/callbacks')).status).toBe(200);
  expect((await get('/callbacks')).status).toBe(200);
  expect(site.lines.join('')).not.toContain('the desk could not answer');
});

test('whatever the desk answers, browsers do not guess its type', async () => {
  const { get, site } = await startDesk();
  const font = Object.values(site.assets.files).find((file) => file.endsWith('.woff2')) as string;
  for (const path of [
    font,
    '/callbacks',
    '/callbacks.csv',
    '/callbacks/none',
    '/static/none',
    '/x',
  ])
    expect((await get(path)).headers.get('x-content-type-options'), path).toBe('nosniff');
});
