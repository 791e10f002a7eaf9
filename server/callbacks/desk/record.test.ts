import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { CALLBACK_FIELDS } from '../../../shared/callback/fields.ts';
import {
  basic,
  namesIn,
  openEmptyDesk,
  PASSWORD,
  request,
  startDesk,
} from '../../../test/support/callbacks/desk.ts';
import { callbackFields } from '../../../test/support/typed.ts';
import { OUTCOMES } from '../store/stored-callback.ts';

afterEach(() => void vi.useRealTimers());

const as = (user: string) => basic(PASSWORD, user);

test('shows every field of a request, London times and the number as a link', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Zoë <script>'), ['webhook', 'mail:office@example.org']);
  const claim = { now: new Date(), limit: 1, leaseMs: 1000 };
  await store.deliveries.claimDue({ ...claim, channel: 'mail:office@example.org' });
  await store.deliveries.settle(id, 'mail:office@example.org', {
    state: 'failed',
    reason: 'SMTP 550',
  });
  const html = await (await get(`/callbacks/${id}`)).text();
  for (const { called } of CALLBACK_FIELDS)
    expect(html.toLowerCase()).toContain(`<dt>${called}</dt>`.toLowerCase());
  expect(html).toContain('Zoë &lt;script&gt;');
  expect(html).toContain('href="tel:+447700900199"');
  expect(html).toContain('>No alert sent</strong>');
  expect(html).toContain('Email to office@example.org: failed (SMTP 550)');
  expect(html).toContain('Connected system (webhook): not sent yet');
  expect(html).toMatch(/Received \w{3},? \d+ \w+ \d{4}/i);
  expect(html).not.toContain('<script');
});

test('stores the outcome with the note, its author and the time', async () => {
  const { get, post, store } = await openEmptyDesk();
  for (const outcome of OUTCOMES) {
    const { id } = await store.add(request(`Ann ${outcome}`), []);
    const fields = {
      outcome,
      note: ' first\r\nthe\tsecond\u202e\0 ',
      ringAgainAt: '',
      version: '0',
    };
    const answer = await post(`/callbacks/${id}?view=all`, fields, as(' Zoë Čapek\u0007 '));
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/callbacks?view=all&done=${id}`,
    ]);
    expect(await store.find(id)).toMatchObject({
      handling: { outcome, note: 'first\nthe second', ringAgainAt: null },
      changedBy: 'Zoë Čapek',
      changedAt: expect.stringMatching(/Z$/),
      status: outcome === 'noanswer' ? 'later' : 'called',
    });
    expect(await (await get(`/callbacks/${id}`)).text()).toContain('Last changed by Zoë Čapek,');
  }
});

test('cuts the name of a user after a whole character', async () => {
  const { post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const user = `${'a'.repeat(57)}👨‍👩‍👧‍👦 Bea`;
  await post(`/callbacks/${id}`, { outcome: 'reached', version: '0' }, as(user));
  expect((await store.find(id))?.changedBy).toBe('a'.repeat(57));
});

test('lists a request under "Later" until its time to call again has come', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const list = async () => {
    const [due = ''] = (await (await get('/callbacks')).text()).split('>Later</h2>');
    return namesIn(due).join();
  };
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T10:00:00Z') });
  const fields = { outcome: 'noanswer', ringAgainAt: '2026-07-01T16:30', version: '0' };
  await post(`/callbacks/${id}`, fields);
  expect((await store.find(id))?.handling.ringAgainAt).toBe('2026-07-01T15:30:00.000Z');
  expect(await (await get(`/callbacks/${id}`)).text()).toContain('value="2026-07-01T16:30"');
  expect(await list()).toBe('');
  vi.setSystemTime(new Date('2026-07-01T15:30:00Z'));
  expect(await list()).toBe('Ann');
  expect(await (await get(`/callbacks/${id}`)).text()).toContain('name="ringAgainAt" value=""');
});

test('lists a request with "No answer" again in an hour, unless staff gave a time', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const look = async () => {
    const html = await (await get('/callbacks')).text();
    return [namesIn(html).join(), /<strong class="state[^"]*">([^<]*)/.exec(html)?.[1]];
  };
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:05:00Z') });
  await post(`/callbacks/${id}`, { outcome: 'noanswer', version: '0' });
  expect(await look()).toEqual(['Ann', 'Call again 11:05']);
  vi.setSystemTime(new Date('2026-11-24T11:06:00Z'));
  expect(await look()).toEqual(['Ann', 'Call again now']);
  await post(`/callbacks/${id}`, { outcome: 'noanswer', version: '1' });
  expect(await look()).toEqual(['Ann', 'Call again 12:06']);
});

test('reads the snooze buttons as times at which the office is open', async () => {
  const { get, post, store, site } = await openEmptyDesk();
  site.config.company.officeHours = [
    {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '20:00',
    },
  ];
  onTestFinished(() => void delete site.config.company.officeHours);
  for (const [now, label, at] of [
    ['2026-07-01T10:05:00Z', 'In an hour', '2026-07-01T11:05:00.000Z'],
    ['2026-07-01T10:05:00Z', 'This evening at 6pm', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T23:30:00Z', 'Tomorrow at 9am', '2026-07-03T08:00:00.000Z'],
    ['2026-10-24T10:00:00Z', 'Monday at 9am', '2026-10-26T09:00:00.000Z'],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const { id } = await store.add(request(`${label} of ${now}`), []);
    const html = await (await get(`/callbacks/${id}`)).text();
    const [, next = ''] = new RegExp(`value="(\\w+)"[^>]*>${label}<`).exec(html) ?? [];
    await post(`/callbacks/${id}`, { outcome: 'noanswer', ringAgainAt: '', version: '0', next });
    expect([now, label, (await store.find(id))?.handling.ringAgainAt]).toEqual([now, label, at]);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T16:30:00Z') });
  const { id } = await store.add(request('Late'), []);
  expect(await (await get(`/callbacks/${id}`)).text()).not.toContain('This evening');
});

test('"Save and open next" opens the oldest due request that nobody else has open', async () => {
  const { get, post, store } = await openEmptyDesk();
  const ids: string[] = [];
  for (const name of ['Ann', 'Bea', 'Cay', 'Dee', 'Eve'])
    ids.push((await store.add(request(name), [])).id);
  const [ann, bea, cay, dee, eve] = ids as [string, string, string, string, string];
  const save = async (id: string, outcome: string, version = 0) => {
    const fields = { outcome, version: String(version), next: '' };
    return (await post(`/callbacks/${id}`, fields, as('Zoë'))).headers.get('location');
  };
  await get(`/callbacks/${bea}`, as('Bob'));
  await expect.poll(async () => (await store.find(bea))?.openBy).toBe('Bob');
  expect(await save(cay, 'reached')).toBe(`/callbacks/${ann}?done=${cay}`);
  expect(await save(ann, 'noanswer')).toBe(`/callbacks/${dee}?done=${ann}`);
  const html = await (await get(`/callbacks/${dee}?done=${ann}`, as('Zoë'))).text();
  expect(html).toMatch(/<a class="facts__number num" href="tel:\+447700900199" autofocus=""/i);
  expect(html).toContain('saved by Zoë');
  expect(html).toContain(`action="/callbacks/${ann}/undo"`);
  expect(await save(dee, 'reached')).toBe(`/callbacks/${eve}?done=${dee}`);
  expect(await save(eve, 'reached')).toBe(`/callbacks?done=${eve}`);
});

test('links to an earlier request of the caller, and hides empty fields', async () => {
  const { get, store } = await openEmptyDesk();
  const of = (mobile: string, message: string) =>
    store.add(
      {
        fields: callbackFields({ name: 'Zoë', mobile, email: 'z@example.com', message }),
        flags: [],
      },
      [],
    );
  const first = await of('+44 (0)7700 900199', 'one');
  const second = await of('07700 900199', '');
  const page = async ({ id }: { id: string }) => (await get(`/callbacks/${id}`)).text();
  expect(await page(second)).toContain(`href="/callbacks/${first.id}">Earlier request<`);
  expect(await page(second)).not.toContain('<dt>Message</dt>');
  expect(await page(first)).toContain('<dt>Message</dt>');
  expect(await page(first)).not.toContain('Earlier request');
});

test('names in the lists who has a request open, until it is saved', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const stateInList = async () =>
    /<strong class="state[^"]*">([^<]*)/.exec(await (await get('/callbacks?view=all')).text())?.[1];
  await get(`/callbacks/${id}`, as('Zoë'));
  await expect.poll(stateInList).toBe('With Zoë');
  expect(await (await get(`/callbacks/${id}`, as('Bob'))).text()).toContain('With Zoë');
  await expect.poll(stateInList).toBe('With Bob');
  await post(`/callbacks/${id}`, { outcome: 'reached', version: '0' });
  expect(await stateInList()).toBe('Spoke to them');
  await get(`/callbacks/${id}`, as('Zoë'));
  await expect.poll(async () => (await store.find(id))?.openBy).toBe('Zoë');
  expect(await stateInList()).toBe('Spoke to them'); // nobody has to ring
});

test('responds 409 with both versions to a concurrent change', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const send = (user: string, note: string, version: string) =>
    post(`/callbacks/${id}`, { outcome: 'noanswer', note, version }, as(user));
  expect((await send('Bea', 'rung at nine', '0')).status).toBe(303);
  const late = await send('Cay', 'her brother answers', '0');
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(html).toContain('rung at nine');
  expect(html).toContain('her brother answers');
  expect((await store.find(id))?.handling.note).toBe('rung at nine');
  for (const version of ['', 'x', '-1', '0.5', '99'])
    expect((await send('Cay', 'later', version)).status, version).toBe(409);
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] as string;
  expect((await send('Cay', 'her brother answers', version)).status).toBe(303);
  expect(await (await get(`/callbacks/${id}`)).text()).toContain('her brother answers');
  expect((await post(`/callbacks/${id}/delete`, { version: '0' })).status).toBe(409);
  expect(await store.find(id)).not.toBeNull();
});

test('shows how often the caller was called, by whom, and each outcome', async () => {
  const { get, post, store } = await openEmptyDesk();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:05:00Z') });
  const first = await store.add(request('Zoë'), []);
  const { id } = await store.add({ ...request('Zoë Smith'), page: '/contact' }, []);
  const page = async () => (await get(`/callbacks/${id}`)).text();
  expect(await page()).toContain('>Not called yet</h2>');
  await post(`/callbacks/${first.id}`, { outcome: 'noanswer', version: '0' }, as('Bea'));
  expect(await page()).toContain('>Called once</h2>');
  vi.setSystemTime(new Date('2026-11-24T11:00:00Z'));
  await post(`/callbacks/${id}`, { outcome: 'noanswer', version: '0' }, as('Cay'));
  vi.setSystemTime(new Date('2026-11-24T12:10:00Z'));
  const last = { outcome: 'reached', note: 'at work', version: '1' };
  await post(`/callbacks/${id}`, last, as('Dee'));
  const html = await page();
  expect(html).toContain('>Called 3 times</h2>');
  const lines = [...html.matchAll(/<li>([^<]*: [^<]*)<\/li>/g)].map(([, line]) => line);
  expect(lines.slice(0, 4)).toEqual([
    'Spoke to them: Dee, 12:10',
    'No answer: Cay, 11:00',
    'No answer: Bea, Mon 23 Nov, 10:05',
    'Before that: No answer; no note',
  ]);
  // One Tab from the number to the outcomes: nothing else that takes the focus is between them.
  const [, between = ''] = /href="tel:[^>]*>(.*?)type="radio"/s.exec(html) ?? [];
  expect(between).not.toMatch(/<(a|button|textarea|select)[\s>]/);
});

test('links to an email to the caller, whatever the address', async () => {
  const { get, store } = await openEmptyDesk();
  for (const [email, href] of [
    ['zoe+car@example.com', 'mailto:zoe+car@example.com'],
    ['a?bcc=x&b@example.com', 'mailto:a%3Fbcc%3Dx%26b@example.com'],
    ['none', null],
  ] as const) {
    const fields = callbackFields({ name: 'Zoë', mobile: '07700 900199', email, message: '' });
    const { id } = await store.add({ fields, flags: [] }, []);
    const html = await (await get(`/callbacks/${id}`)).text();
    expect(/href="(mailto:[^"]*)">Email Zoë</.exec(html)?.[1] ?? null).toBe(href);
  }
});

test('keeps the link to an email in view after "Wrong number" was saved', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  const other = await store.add(request('Bea'), []);
  const noticeOn = async (path: string) =>
    /<div class="notice apart".*?<\/form>/s.exec(await (await get(path)).text())?.[0];
  const fields = { outcome: 'wrongnumber', version: '0', next: '' };
  const location = (await post(`/callbacks/${id}`, fields)).headers.get('location') as string;
  expect(location).toBe(`/callbacks/${other.id}?done=${id}`);
  for (const path of [location, `/callbacks?done=${id}`])
    expect(await noticeOn(path)).toContain('href="mailto:zoe@example.com">Email Ann</a>');
  const [heading] = (await (await get(`/callbacks/${id}`)).text()).split('<article');
  expect(heading).toContain('Email Ann');
  await post(`/callbacks/${other.id}`, { outcome: 'reached', version: '0' });
  expect(await noticeOn(`/callbacks?done=${other.id}`)).not.toContain('mailto:');
});

test('focuses the outcomes when there is no number to call', async () => {
  const { get, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann', 'ring the shop'), []);
  const html = await (await get(`/callbacks/${id}`)).text();
  expect(html).toContain('There is no phone number in this.');
  expect(html.match(/autofocus=""/gi)).toHaveLength(1);
  expect(html).toMatch(/<input type="radio"[^>]*autofocus=""/i);
});

test('undoes the last change, and the undo too', async () => {
  const { get, post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  expect((await post(`/callbacks/${id}/undo`, { version: '0' })).status).toBe(409);
  await post(`/callbacks/${id}`, { outcome: 'notacustomer', note: 'wrong one', version: '0' });
  const list = await (await get(`/callbacks?done=${id}`)).text();
  expect(list).toContain('Not a real request');
  const [, action = ''] = /action="([^"]+undo[^"]*)"/.exec(list) ?? [];
  const [, version = ''] = /name="version" value="(\d+)"/.exec(list) ?? [];
  const undo = (of: string) => post(action.replaceAll('&amp;', '&'), { version: of }, as('Bea'));
  expect((await undo(version)).status).toBe(303);
  expect(await store.find(id)).toMatchObject({
    handling: { outcome: null, note: '' },
    changedBy: 'Bea',
    status: 'due',
  });
  expect((await undo(version)).status).toBe(409);
  await undo('2');
  expect((await store.find(id))?.handling).toMatchObject({ outcome: 'notacustomer' });
});

test('responds 422 to invalid values, with the form beside the saved follow-up', async () => {
  const { post, store } = await openEmptyDesk();
  const { id } = await store.add(request('Ann'), []);
  for (const fields of [
    { outcome: 'rung' },
    { note: 'x'.repeat(2001) },
    { ringAgainAt: 'tomorrow' },
    { ringAgainAt: '2026-02-30T25:00' },
    { ringAgainAt: '99999-01-01T00:00' },
  ] as Record<string, string>[]) {
    const sent = { note: 'my note', version: '0', ...fields };
    const answer = await post(`/callbacks/${id}`, sent);
    expect([fields, answer.status]).toEqual([fields, 422]);
    expect(await answer.text()).toContain(sent.note);
  }
  expect((await store.find(id))?.version).toBe(0);
  const emoji = { note: '👩'.repeat(2000), version: '0' };
  expect((await post(`/callbacks/${id}`, emoji)).status).toBe(303);
});

test('responds 422 to a time to call again that can only be a slip, and keeps it', async () => {
  const { post, store } = await openEmptyDesk();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T10:00:00Z') });
  const { id } = await store.add(request('Ann'), []);
  const save = async (ringAgainAt: string) => {
    const fields = { outcome: 'noanswer', note: 'their note', ringAgainAt, version: '0' };
    const answer = await post(`/callbacks/${id}`, fields);
    return { status: answer.status, html: await answer.text() };
  };
  for (const slip of ['0026', '0000', '0999', '1000', '1847', '2001', '2206', '9999']) {
    const { status, html } = await save(`${slip}-11-28T09:00`);
    expect([slip, status]).toEqual([slip, 422]);
    expect(html).toContain('Check the year: the day to call again is more than ten years away.');
    expect(html).toContain('>their note</textarea>');
    if (slip !== '0000') expect(html).toContain(`value="${slip}-11-28T09:00"`);
  }
  for (const day of ['2027-02-29', '2027-02-30', '2027-04-31']) {
    const { status, html } = await save(`${day}T09:00`);
    expect([day, status]).toEqual([day, 422]);
    expect(html).toContain('Enter the day and time to call again');
    expect(html).toContain('>their note</textarea>');
  }
  expect(await store.find(id)).toMatchObject({ version: 0 });
});

test('names the year of a time that is not in this one', async () => {
  const { get, post, store } = await openEmptyDesk();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-30T10:00:00Z') });
  const { id } = await store.add(request('Ann'), []);
  const stateAfter = async (ringAgainAt: string, version: string) => {
    await post(`/callbacks/${id}`, { outcome: 'noanswer', ringAgainAt, version });
    return /<strong class="state[^"]*">([^<]*)/.exec(await (await get('/callbacks')).text())?.[1];
  };
  expect(await stateAfter('2026-12-31T09:00', '0')).toBe('Call again Thu 31 Dec, 09:00');
  expect(await stateAfter('2027-01-04T09:00', '1')).toBe('Call again Mon, 4 Jan 2027, 09:00');
});

test('logs who viewed, changed, downloaded and deleted what, by id alone', async () => {
  const { get, post, store, site } = await openEmptyDesk();
  const { id } = await store.add(request('Canary'), []);
  const said = () =>
    site.lines
      .map((line) => JSON.parse(line))
      .filter(({ by }) => by)
      .map(({ by, msg, action, ids, id: one }) => [
        by,
        msg.replace(' at the desk', ''),
        action,
        ids?.[0] ?? one,
      ]);
  for (const path of ['', '', `/${id}`, '.csv']) await get(`/callbacks${path}`, as('Ann'));
  await get('/callbacks', as('Bea'));
  await post(`/callbacks/${id}`, { note: 'canary of the note', version: '0' }, as('Bea'));
  await post(`/callbacks/${id}/delete`, { version: '1' }, as('Bea'));
  expect(said()).toEqual([
    ['Ann', 'callback requests seen', undefined, id],
    ['Ann', 'all callback requests downloaded', undefined, undefined],
    ['Bea', 'callback requests seen', undefined, id],
    ['Bea', 'callback request changed', 'saved', id],
    ['Bea', 'callback request changed', 'erased', id],
  ]);
  expect(site.lines.join('')).not.toMatch(/canary/i);
});

test('shows "No alert sent" while a request has reached no receiver for staff', async () => {
  const { get, store } = await startDesk();
  const { id } = await store.add(request('Ann'), ['confirmation', 'mail:a@x.org', 'webhook']);
  const isSaid = async () =>
    (await (await get('/callbacks')).text()).includes('>No alert sent</strong>');
  await store.deliveries.settle(id, 'confirmation', { state: 'delivered' });
  expect(await isSaid()).toBe(false);
  await store.deliveries.settle(id, 'mail:a@x.org', { state: 'failed', reason: 'SMTP 550' });
  expect(await isSaid()).toBe(true);
  await store.deliveries.settle(id, 'webhook', { state: 'delivered' });
  expect(await isSaid()).toBe(false);
});

test('responds 400 or 404 to a URL that is undecodable or has no valid id', async () => {
  const { get, post, site } = await openEmptyDesk();
  expect((await get('/callbacks/%ff/delete')).status).toBe(400);
  expect((await post('/callbacks/%ff/undo')).status).toBe(400);
  for (const id of ['%00', '%C3%A9', 'x'.repeat(65)]) {
    expect((await get(`/callbacks/${id}/delete`)).status).toBe(404);
    expect((await post(`/callbacks/${id}/delete`)).status).toBe(404);
  }
  for (const query of ['after=%00', 'after=%ff', 'done=%00', 'done=x', 'view=%2', 'view[]=a'])
    expect([query, (await get(`/callbacks?${query}`)).status]).toEqual([query, 200]);
  expect(site.lines.join('')).not.toContain('could not answer');
});

test('retries a delivery on request, and deletes after a confirmation', async () => {
  const { get, post, store } = await startDesk();
  const { id } = await store.add(request('Ann'), ['webhook']);
  await store.deliveries.claimDue({ channel: 'webhook', now: new Date(), limit: 1, leaseMs: 1000 });
  await store.deliveries.settle(id, 'webhook', { state: 'failed', reason: 'HTTP 404' });
  expect((await post(`/callbacks/${id}/retry`)).status).toBe(303);
  expect((await store.find(id))?.deliveries[0]?.state).toBe('waiting');
  const question = await (await get(`/callbacks/${id}/delete`)).text();
  expect(question).toContain('Delete for good');
  expect(await store.find(id)).not.toBeNull();
  expect((await post(`/callbacks/${id}/delete`, { version: '0' })).status).toBe(303);
  expect(await store.find(id)).toBeNull();
  const list = await (await get(`/callbacks?done=${id}`)).text();
  expect(list).toMatch(/role="status"><p>The request has been deleted\.</);
  expect(list).not.toContain('Undo');
  for (const path of ['', '/undo', '/retry', '/delete'])
    expect((await post(`/callbacks/${id}${path}`, { version: '0' })).status, path).toBe(404);
});

test('accepts forms from its own Host and from DESK_URL only, and no links', async () => {
  const DESK_URL = 'https://desk.example.com';
  const { get, post, store, origin } = await startDesk({ DESK_PASSWORD: PASSWORD, DESK_URL });
  const { id } = await store.add(request('Ann'), []);
  const change = { outcome: 'reached', version: '0' };
  for (const path of ['', `/${id}`, `/${id}/undo`, `/${id}/retry`, `/${id}/delete`]) {
    const answer = await post(`/callbacks${path}`, change, { origin: 'https://evil.example.com' });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await get(`/callbacks/${id}/undo`)).status).toBe(405);
  expect((await store.find(id))?.version).toBe(0);
  for (const [version, from] of [origin, DESK_URL].entries()) {
    const fields = { ...change, version: String(version) };
    expect((await post(`/callbacks/${id}`, fields, { origin: from })).status).toBe(303);
  }
});
