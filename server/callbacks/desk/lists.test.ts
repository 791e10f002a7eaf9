import { expect, test } from 'vitest';
import { namesIn, request, startDesk } from '../../../test/support/callbacks/desk.ts';
import type { Handling } from '../store/schema.ts';

const handled = (handling: Partial<Handling>): Handling => ({
  outcome: null,
  note: '',
  ringAgainAt: null,
  ...handling,
});
const linksOf = (html: string) =>
  [...html.matchAll(/href="(\/callbacks[^"]*)"[^>]*>([^<]+)/g)].map(
    ([, href, text]) => [text?.trim(), href?.replaceAll('&amp;', '&')] as const,
  );

test('whom to ring is what opens, oldest first; the other lists have the rest, each with its count', async () => {
  const { get, store } = await startDesk();
  const ids: string[] = [];
  for (const name of ['Ann', 'Bea', 'Cay', 'Dee'])
    ids.push((await store.add(request(name), [])).id);
  await store.add({ ...request('Bot'), flags: ['honeypot'] }, []);
  await store.change(ids[1] as string, 0, handled({ outcome: 'reached' }), 'Zoe');
  await store.change(ids[2] as string, 0, handled({ outcome: 'wrongnumber' }), 'Zoe');
  const look = async (path: string) => {
    const html = await (await get(path)).text();
    const counts = [...html.matchAll(/views__count num">(\d+)</g)].map(([, count]) => count);
    return [namesIn(html).join(), counts.join(), /<title>([^|]+) \|/.exec(html)?.[1]];
  };
  const counts = '2,2,1,5';
  expect(await look('/callbacks')).toEqual(['Ann,Dee', counts, '(2) To ring']);
  expect(await look('/callbacks?view=toring')).toEqual(['Ann,Dee', counts, '(2) To ring']);
  expect(await look('/callbacks?view=rung')).toEqual(['Cay,Bea', counts, '(2) Rung']);
  expect(await look('/callbacks?view=suspected')).toEqual(['Bot', counts, '(1) Suspected']);
  expect(await look('/callbacks?view=all')).toEqual(['Bot,Dee,Cay,Bea,Ann', counts, '(5) All']);
  for (const unknown of ['?view=constructor', '?view=', '?view[]=all', '?view=all&view=rung'])
    expect((await look(`/callbacks${unknown}`))[0], unknown).toBe('Ann,Dee');
});

test('a list is read a page at a time', async () => {
  const { get, store } = await startDesk();
  for (let number = 0; number < 120; number++)
    await store.add(request(`Caller ${number}`, `07700 900${number + 100}`), []);
  const seen: string[] = [];
  let path: string | undefined = '/callbacks';
  while (path) {
    const html = await (await get(path)).text();
    seen.push(...namesIn(html));
    path = linksOf(html).find(([text]) => text === 'More requests')?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, number) => `Caller ${number}`));
});

test('a list refreshes itself, unless somebody stops it; no page that somebody writes on does', async () => {
  const { get, post, store } = await startDesk();
  const { id } = await store.add(request('Ann'), []);
  const refreshOf = async (answer: Promise<Response>) => (await answer).headers.get('refresh');
  for (const path of ['', '?view=all', `?view=rung&done=${id}`])
    expect(await refreshOf(get(`/callbacks${path}`))).toBe('30');
  for (const path of ['?still=on', `/${id}`, `/${id}/delete`, '/unknown', '.csv'])
    expect([path, await refreshOf(get(`/callbacks${path}`))]).toEqual([path, null]);
  expect(await refreshOf(post('/callbacks', { q: 'Ann' }))).toBeNull();
  expect(await refreshOf(post(`/callbacks/${id}`, { outcome: 'x', version: '0' }))).toBeNull();
  expect(
    await refreshOf(post(`/callbacks/${id}`, { outcome: 'reached', version: '0' })),
  ).toBeNull();
  const list = await (await get('/callbacks?view=all')).text();
  const stop = linksOf(list).find(([text]) => text === 'Stop that')?.[1] as string;
  expect(await refreshOf(get(stop))).toBeNull();
});

test('staff find a request by part of a name, an e-mail address or a number, in every list', async () => {
  const { post, store } = await startDesk();
  const ids: string[] = [];
  for (const [name, mobile] of [
    ['Zoë\u00a0Smith', '07700\u00a0944\u00a0121'],
    ['John SMITHERS', '+44 (0)7911-900 012'],
    ['Łucja 100%', 'ring the shop'],
  ] as const)
    ids.push((await store.add(request(name, mobile), [])).id);
  const note = 'Brother answers:\nChloé, at work';
  await store.change(ids[0] as string, 0, handled({ outcome: 'reached', note }), 'Ann');
  const find = async (q: string) =>
    namesIn(await (await post('/callbacks', { q })).text())
      .map((name) => name.slice(0, 4))
      .join();
  for (const [text, names] of [
    ['Smith', 'John,Zoë\u00a0'],
    [' zoe  sMITH ', 'Zoë\u00a0'],
    ['chloe, AT work', 'Zoë\u00a0'],
    ['answers: chloe', 'Zoë\u00a0'],
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
});

test('what was looked for stands in no address and in no log, and many results come a page at a time', async () => {
  const { post, store, site } = await startDesk();
  for (let number = 0; number < 60; number++)
    await store.add(request(`Canary ${number}`, `07700 9001${number + 10}`), []);
  const first = await (await post('/callbacks', { q: 'canary' })).text();
  expect(linksOf(first).filter(([, href]) => /canary/i.test(href ?? ''))).toEqual([]);
  const after = /value="([\w-]{36})"/.exec(first)?.[1] as string;
  const second = await (await post('/callbacks', { q: 'canary', after })).text();
  expect([namesIn(first)[0], namesIn(first).length]).toEqual(['Canary 59', 50]);
  expect([namesIn(second)[0], namesIn(second).length]).toEqual(['Canary 9', 10]);
  expect(second).not.toContain('More requests');
  expect(site.lines.join('')).not.toMatch(/canary/i);
});

test('a row has the number to ring, the state, and who wrote it', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Zoë <script>'), []);
  await store.add(request('Ann', 'ring the shop'), []);
  const ringAgainAt = new Date(Date.now() - 1000).toISOString();
  await store.change(
    id,
    0,
    handled({ outcome: 'noanswer', note: 'at work', ringAgainAt }),
    '<Bea>',
  );
  const answer = await get('/callbacks');
  const html = await answer.text();
  expect(html).toContain('Zoë &lt;script&gt;');
  expect(html).toContain('href="tel:+447700900199"');
  expect(html.match(/href="tel:/g)).toHaveLength(1);
  expect(html).toContain('>Ring again</strong>');
  expect(html).toContain('at work');
  expect(html).toContain('&lt;Bea&gt;');
  expect(html).not.toContain('<script');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the whole list comes as CSV, with what staff wrote', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Ann'), []);
  const ringAgainAt = '2099-11-22T09:30:00.000Z';
  await store.change(id, 0, handled({ outcome: 'noanswer', note: 'at work', ringAgainAt }), 'Bea');
  const answer = await get('/callbacks.csv');
  expect(answer.headers.get('content-disposition')).toContain('callback-requests.csv');
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  const csv = await answer.text();
  expect(csv).toMatch(/,flags,outcome,note,ringAgainAt,changedBy,changedAt\r\n/);
  expect(csv).toMatch(/,"noanswer","at work","2099-11-22T09:30:00.000Z","Bea","[^"]+Z"\r\n$/);
});
