import { afterEach, expect, test, vi } from 'vitest';
import { namesIn, openEmptyDesk, request } from '../../../test/support/callbacks/desk.ts';
import { callbackFields } from '../../../test/support/typed.ts';
import type { FollowUp } from '../store/stored-callback.ts';

afterEach(() => void vi.useRealTimers());

const handled = (handling: Partial<FollowUp>): FollowUp => ({
  outcome: null,
  note: '',
  ringAgainAt: null,
  ...handling,
});
const linksOf = (html: string) =>
  [...html.matchAll(/href="(\/callbacks[^"]*)"[^>]*>([^<]+)/g)].map(
    ([, href, text]) => [text?.trim(), href?.replaceAll('&amp;', '&')] as const,
  );

test('opens with the requests to call, oldest first, and shows the count of each list', async () => {
  const { get, store } = await openEmptyDesk();
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
  expect(await look('/callbacks')).toEqual(['Ann,Dee', counts, '(2) To call']);
  expect(await look('/callbacks?view=toring')).toEqual(['Ann,Dee', counts, '(2) To call']);
  expect(await look('/callbacks?view=rung')).toEqual(['Cay,Bea', counts, '(2) Called']);
  expect(await look('/callbacks?view=suspected')).toEqual(['Bot', counts, '(1) Possible spam']);
  expect(await look('/callbacks?view=all')).toEqual(['Bot,Dee,Cay,Bea,Ann', counts, '(5) All']);
  for (const unknown of ['?view=constructor', '?view=', '?view[]=all', '?view=all&view=rung'])
    expect((await look(`/callbacks${unknown}`))[0], unknown).toBe('Ann,Dee');
});

test('lists due requests first, then the later ones, soonest first', async () => {
  const { get, store } = await openEmptyDesk();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') });
  const save = async (name: string, handling: Partial<FollowUp>) => {
    const { id } = await store.add(request(name), []);
    await store.change(id, 0, handled(handling), 'Zoe');
  };
  await save('Ann', { outcome: 'noanswer' }); // due again at eleven
  await save('Bea', { outcome: 'reached', ringAgainAt: '2026-11-24T10:30:00.000Z' });
  await store.add(request('Cay'), []);
  await store.add(request('Dee'), []);
  const look = async () => {
    const html = await (await get('/callbacks')).text();
    const [due = '', later = ''] = html.split('>Later</h2>');
    const states = [...html.matchAll(/<strong class="state[^"]*">([^<]*)/g)];
    return {
      title: /<title>([^|]+) \|/.exec(html)?.[1],
      due: namesIn(due).join(),
      later: namesIn(later).join(),
      states: states.map(([, state]) => state).join(),
    };
  };
  expect(await look()).toEqual({
    title: '(2) To call',
    due: 'Cay,Dee',
    later: 'Bea,Ann',
    states: 'New,New,Call again 10:30,Call again 11:00',
  });
  vi.setSystemTime(new Date('2026-11-24T10:31:00Z'));
  expect(await look()).toEqual({
    title: '(3) To call',
    due: 'Bea,Cay,Dee',
    later: 'Ann',
    states: 'Call again now,New,New,Call again 11:00',
  });
  vi.setSystemTime(new Date('2026-11-24T11:00:00Z'));
  expect(await look()).toMatchObject({ title: '(4) To call', due: 'Ann,Bea,Cay,Dee', later: '' });
});

test('shows at most 50 later requests, on the last page of the due ones', async () => {
  const { get, store } = await openEmptyDesk();
  for (let number = 0; number < 51; number++) {
    const later = await store.add(request(`Later ${number}`, `07700 900${number + 100}`), []);
    await store.change(later.id, 0, handled({ outcome: 'noanswer' }), 'Zoe');
    await store.add(request(`Due ${number}`, `07700 900${number + 200}`), []);
  }
  const first = await (await get('/callbacks')).text();
  expect([namesIn(first).length, first.includes('Later')]).toEqual([50, false]);
  const next = linksOf(first).find(([text]) => text === 'Next page')?.[1] as string;
  const second = await (await get(next)).text();
  expect([namesIn(second).length, namesIn(second)[0]]).toEqual([51, 'Due 50']);
  expect(second).toContain('The list of all requests has the others.');
});

test('searches on its own page, and says when nothing is found', async () => {
  const { get, post } = await openEmptyDesk();
  const list = await (await get('/callbacks')).text();
  expect(list).toContain('href="/callbacks/find"');
  expect(list).not.toContain('type="search"');
  const page = await (await get('/callbacks/find')).text();
  expect(page).toMatch(/<form[^>]* action="\/callbacks\/find" method="post"/);
  expect(page).toMatch(/<input[^>]*type="search"[^>]*autofocus=""/i);
  expect(page).toContain('aria-current="page">Search');
  const answer = await (await post('/callbacks/find', { q: 'no <one>' })).text();
  expect(answer).toContain('Nothing found for “no &lt;one&gt;”.');
  expect(answer).toContain('value="no &lt;one&gt;"');
  expect((await get('/callbacks/find?q=canary')).status).toBe(200);
});

test('marks callers who asked before, and states how a number was read or why not', async () => {
  const { get, store } = await openEmptyDesk();
  const add = async (name: string, mobile: string, email: string) =>
    store.add({ fields: callbackFields({ name, mobile, email, message: '' }), flags: [] }, []);
  await add('Ann', '07700 900199', 'ann@example.com');
  await add('Bea', '020 7946 0000 or 07700 900199', 'ann@example.com');
  await add('Cay', '078', 'cay@example.com');
  await add('Dee', '+44 (0)7700 900199', 'dee@example.com');
  const html = await (await get('/callbacks')).text();
  const rows = html.split('<li id=').slice(1);
  expect(rows.map((row) => row.includes('Asked before'))).toEqual([false, true, false, true]);
  expect(rows[0]).toContain('href="tel:+447700900199"');
  expect(rows[1]).toContain('>read as 020 7946 0000</small>');
  expect(rows[1]).toContain('href="tel:+442079460000"');
  expect(rows[2]).not.toContain('tel:');
  expect(rows[2]).toMatch(/>078<.*>Too short\./s);
  expect(rows[3]).not.toContain('read as');
  expect(rows[3]).toContain('>07700 900199</a>');
});

test('shows a list a page at a time', async () => {
  const { get, store } = await openEmptyDesk();
  for (let number = 0; number < 120; number++)
    await store.add(request(`Caller ${number}`, `07700 900${number + 100}`), []);
  const seen: string[] = [];
  let path: string | undefined = '/callbacks';
  while (path) {
    const html = await (await get(path)).text();
    seen.push(...namesIn(html));
    path = linksOf(html).find(([text]) => text === 'Next page')?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, number) => `Caller ${number}`));
});

test('refreshes a list unless staff stop it, and never a page with a form', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const refreshOf = async (answer: Promise<Response>) => (await answer).headers.get('refresh');
  for (const path of ['', '?view=all', `?view=rung&done=${id}`])
    expect(await refreshOf(get(`/callbacks${path}`))).toBe('30');
  for (const path of ['?still=on', '/find', `/${id}`, `/${id}/delete`, '/unknown', '.csv'])
    expect([path, await refreshOf(get(`/callbacks${path}`))]).toEqual([path, null]);
  for (const path of ['/callbacks', '/callbacks/find'])
    expect(await refreshOf(post(path, { q: 'Ann' }))).toBeNull();
  expect(await refreshOf(post(`/callbacks/${id}`, { outcome: 'x', version: '0' }))).toBeNull();
  expect(
    await refreshOf(post(`/callbacks/${id}`, { outcome: 'reached', version: '0' })),
  ).toBeNull();
  const list = await (await get('/callbacks?view=all')).text();
  const stop = linksOf(list).find(([text]) => text === 'Stop refreshing')?.[1] as string;
  expect(await refreshOf(get(stop))).toBeNull();
});

test('finds a request by a part of its name, e-mail address or number, in every list', async () => {
  const { post, store } = await openEmptyDesk();
  const ids: string[] = [];
  for (const [name, mobile] of [
    ['Zoë\u00a0Smith', '07700\u00a0944\u00a0121'],
    ['John SMITHERS', '+44 (0)7911-900 012'],
    ['Łucja 100%', 'ring the shop'],
    ['Omar', '٠٧٧٠٠ ٩٠٠٤٥٦'],
    ['Pia', '020 7946 0789 ext 35'],
    ['Quentin', '+33 6 12 34 56 78'],
    ['Rory O’Neill', '020 7946 0101'],
    ["Siân d'Arcy", '020 7946 0202'],
  ] as const)
    ids.push((await store.add(request(name, mobile), [])).id);
  const note = 'Brother answers:\nChloé, at work';
  await store.change(ids[0] as string, 0, handled({ outcome: 'reached', note }), 'Ann');
  const find = async (q: string) =>
    namesIn(await (await post('/callbacks/find', { q })).text())
      .map((name) => name.slice(0, 4))
      .join();
  for (const [text, names] of [
    ['Smith', 'John,Zoë\u00a0'],
    [' zoe  sMITH ', 'Zoë\u00a0'],
    ['chloe, AT work', 'Zoë\u00a0'],
    ['answers: chloe', 'Zoë\u00a0'],
    ['ŁUCJA', 'Łucj'],
    ['smith j', 'John'],
    ['j smi', 'John'],
    ['smith john x', ''],
    ["o'neill", 'Rory'],
    ['O’NEILL', 'Rory'],
    ['rory o´n', 'Rory'],
    ["d'arcy", 'Siân'],
    ['d‘Arcy', 'Siân'],
    ['work chloe', 'Zoë\u00a0'],
    ['%', 'Łucj'],
    ['_', ''],
    ['\0', ''],
    ['zoe@EXAMPLE', 'Siân,Rory,Quen,Pia,Omar,Łucj,John,Zoë\u00a0'],
    ['nobody7@example.com', ''],
    ['4412', 'Zoë\u00a0'],
    ['0012', 'John'],
    ['07700 944 121', 'Zoë\u00a0'],
    ['+44 7700944', 'Zoë\u00a0'],
    ['447700944121', 'Zoë\u00a0'],
    ['0044(0)7911', 'John'],
    ['07911', 'John'],
    ['11-900', 'John'],
    ['+44 7700 900456', 'Omar'],
    ['٩٠٠٤٥٦', 'Omar'],
    ['020 7946 0789 ext 35', 'Pia'],
    ['+44 20 7946 0789 ext. 35', 'Pia'],
    ['0033 6 12 34 56 78', 'Quen'],
    ['ext', ''],
    ['-', ''],
    ['9999', ''],
  ] as const)
    expect([text, await find(text)]).toEqual([text, names]);
});

test('filters the list of all requests by outcome, and keeps the filter', async () => {
  const { get, post, store } = await openEmptyDesk();
  const outcomes = ['reached', 'noanswer', 'reached', null] as const;
  const ids: string[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const { id } = await store.add(request(`Caller ${index}`), []);
    ids.push(id);
    await store.change(id, 0, handled({ outcome }), 'Zoe');
  }
  const look = async (path: string) => namesIn(await (await get(path)).text()).join();
  const all = await (await get('/callbacks?view=all')).text();
  const links = Object.fromEntries(linksOf(all));
  expect(await look(links['Spoke to them'] as string)).toBe('Caller 2,Caller 0');
  expect(await look(links['No answer'] as string)).toBe('Caller 1');
  expect(await look('/callbacks?view=all&outcome=canary')).toBe(
    'Caller 3,Caller 2,Caller 1,Caller 0',
  );
  const filtered = await (await get('/callbacks?view=all&outcome=wrongnumber')).text();
  expect(filtered).toContain('No requests with this outcome.');
  expect(filtered).toMatch(/outcome=wrongnumber" aria-current="true">Wrong number</);
  expect(await (await get('/callbacks')).text()).not.toContain('outcome=');
  const saved = await post(`/callbacks/${ids[0]}?view=all&outcome=reached`, { version: '1' });
  expect(saved.headers.get('location')).toBe(`/callbacks?view=all&outcome=reached&done=${ids[0]}`);
});

test('keeps the query out of URLs and logs, and shows many results a page at a time', async () => {
  const { post, store, site } = await openEmptyDesk();
  for (let number = 0; number < 60; number++)
    await store.add(request(`Canary ${number}`, `07700 9001${number + 10}`), []);
  const first = await (await post('/callbacks/find', { q: 'canary' })).text();
  expect(linksOf(first).filter(([, href]) => /canary/i.test(href ?? ''))).toEqual([]);
  const after = /value="([\w-]{36})"/.exec(first)?.[1] as string;
  const second = await (await post('/callbacks/find', { q: 'canary', after })).text();
  expect([namesIn(first)[0], namesIn(first).length]).toEqual(['Canary 59', 50]);
  expect([namesIn(second)[0], namesIn(second).length]).toEqual(['Canary 9', 10]);
  expect(second).not.toContain('Next page');
  expect(site.lines.join('')).not.toMatch(/canary/i);
});

test('shows the number, the state and its author in each row', async () => {
  const { get, store } = await openEmptyDesk();
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
  expect(html).toContain('>Call again now</strong>');
  expect(html).toContain('at work');
  expect(html).toContain('&lt;Bea&gt;');
  expect(html).not.toContain('<script');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('downloads all requests as CSV, with the follow-ups', async () => {
  const { get, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const ringAgainAt = '2099-11-22T09:30:00.000Z';
  await store.change(id, 0, handled({ outcome: 'noanswer', note: 'at work', ringAgainAt }), 'Bea');
  const answer = await get('/callbacks.csv');
  expect(answer.headers.get('content-disposition')).toContain('callback-requests.csv');
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  const csv = await answer.text();
  expect(csv).toMatch(/,flags,outcome,note,ringAgainAt,changedBy,changedAt\r\n/);
  expect(csv).toMatch(
    /,"No answer","at work","2099-11-22 09:30 GMT","Bea","\d{4}-\d\d-\d\d \d\d:\d\d (GMT|BST)"\r\n$/,
  );
});
