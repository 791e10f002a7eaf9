import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { basic, PASSWORD, request, startDesk } from '../../../test/support/callbacks/desk.ts';

test('serves no desk without a password, and never one on the public port', async () => {
  const { get } = await startDesk({});
  expect((await get('/callbacks')).status).toBe(404);
  const { site } = await startDesk();
  expect((await fetch(`${site.url}/callbacks`, { headers: basic(PASSWORD) })).status).toBe(404);
});

test('reads each page in one transaction', async () => {
  const { get, site, store } = await startDesk();
  const { id } = await store.add(request('Ann'), []);
  const transaction = vi.spyOn(site.database, 'transaction');
  const paths = ['', '?view=all', '/find', '/counts', `/${id}`, `/${id}/delete`];
  for (const path of paths) {
    transaction.mockClear();
    expect((await get(`/callbacks${path}`)).status).toBe(200);
    expect(transaction, path).toHaveBeenCalledOnce();
  }
});

test('opens for the right password with any user name, and sets no cookie', async () => {
  const { get } = await startDesk();
  expect((await get('/callbacks', {})).status).toBe(401);
  expect((await get('/callbacks', {})).headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await get('/callbacks.csv', basic('wrong'))).status).toBe(401);
  expect((await get('/callbacks', { authorization: 'Basic ???' })).status).toBe(401);
  for (const user of ['anybody', 'zoë']) {
    const answer = await get('/callbacks', basic(PASSWORD, user));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  }
});

test('refuses the right password without a name, and counts it as no guess', async () => {
  const { get } = await startDesk();
  for (let attempt = 0; attempt < 7; attempt++)
    for (const user of ['', '  ', '\u200b\u00a0', '\u2028']) {
      const answer = await get('/callbacks', basic(PASSWORD, user));
      expect([answer.status, await answer.text()]).toEqual([
        401,
        'Sign in with your own name as the user name, and the desk password.\n',
      ]);
    }
  expect((await get('/callbacks', basic(PASSWORD, 'Zoë'))).status).toBe(200);
});

test('"Not you?" challenges a browser once, and signs in someone else', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Ann'), []);
  const as = (user: string, password = PASSWORD) =>
    get('/callbacks/sign-in', basic(password, user));
  for (const path of ['', '?view=all', '/find', '/counts', `/${id}`, `/${id}/delete`]) {
    const html = await (await get(`/callbacks${path}`, basic(PASSWORD, 'Dana'))).text();
    expect(html).toMatch(/Signed in as Dana <a href="\/callbacks\/sign-in">Not you\?<\/a>/);
  }
  const challenge = await as('Dana');
  expect(challenge.status).toBe(401);
  expect(challenge.headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await as('Bea', 'a wrong password')).status).toBe(401);
  const signedIn = await as('Bea');
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, '/callbacks']);
  expect((await as('Bea')).status).toBe(401);
  expect((await as('Bea')).status).toBe(302);
});

test('redirects from its root to the list', async () => {
  const { get } = await startDesk();
  const answer = await get('/', {});
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/callbacks']);
  const { get: getWithout } = await startDesk({});
  expect((await getWithout('/')).status).toBe(404);
});

test('responds 429 after 20 wrong passwords, not after requests without one', async () => {
  const { get, origin } = await startDesk();
  for (let attempt = 0; attempt < 30; attempt++) await get('/callbacks', {});
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  const guess = `GET /callbacks HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${basic('wrong').authorization}\r\n`;
  socket.end(`${`${guess}\r\n`.repeat(39)}${guess}Connection: close\r\n\r\n`);
  const statuses = (await text(socket)).match(/(?<=^HTTP\/1\.1 )\d+/gm);
  expect(statuses).toEqual([...Array(20).fill('401'), ...Array(20).fill('429')]);
  const locked = await get('/callbacks');
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(500);
});

test("responds 503 without the error's text when the store is unreadable", async () => {
  const { get, store, site } = await startDesk();
  await store.close();
  const answer = await get('/callbacks');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toMatch(/^Callback requests cannot be read or saved at the moment\./);
  expect(site.lines.join('')).toContain('a page of the desk failed');
});
