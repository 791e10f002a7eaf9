import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, request, startDesk } from '../../../test/support/callbacks/desk.ts';
import type { TestSite } from '../../../test/support/site.ts';
import { siteFile } from '../../../test/support/site-file.ts';

afterEach(() => void vi.useRealTimers());

const tell = async (site: TestSite, body: unknown) =>
  (
    await fetch(`${site.url}/vitals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status;

const CALL = { name: 'call', page: 'home', of: 'tel:+448081570124' };
const SENT = { name: 'form-sent', page: 'contact' };

/** The rows of the tables of a page, as texts. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replace(/<svg[^>]*aria-label="([^"]*)".*?<\/svg>/gs, '$1')
      .replace(/<\/t[hd]>/g, '|')
      .replace(/<[^>]+>/g, ''),
  );

test('shows actions of visitors by week and by page, and in the metrics', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T23:30:00Z') }); // a Sunday
  const { site, get } = await startDesk();
  expect(await tell(site, CALL)).toBe(204);
  vi.setSystemTime(new Date('2026-11-22T12:00:00Z'));
  const vital = { name: 'LCP', value: 900, id: 'a', rating: 'good' };
  const step = { name: 'step', page: 'accident', of: 'step-calm' };
  expect(await tell(site, [vital, CALL, CALL, step, SENT])).toBe(204);
  const others = ['tel:+442079460123', 'tel:999', 'tel:101', 'tel:+44123'];
  expect(
    await tell(
      site,
      others.map((of) => ({ ...CALL, page: 'accident', of })),
    ),
  ).toBe(204);
  const rows = rowsIn(await (await get('/callbacks/counts')).text());
  const before = 'By week: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0';
  expect(rows).toContain(`Helpline|${before}, 1, 2|1|2|`);
  for (const number of ['Main line', '999', '101', 'Other numbers'])
    expect(rows).toContain(`${number}|${before}, 0, 1|0|1|`);
  expect(rows).toContain(`Stay calm|${before}, 0, 1|0|1|`);
  expect(rows).toContain(`Sent|${before}, 0, 1|0|1|`);
  expect(rows).toContain('Home|3|0|0|0|');
  expect(rows).toContain('Contact|0|0|1|0|');
  const metrics = await site.metrics.registry.metrics();
  expect(metrics).toContain('browser_actions_total{action="call",of="helpline",page="home"} 3');
  expect(metrics).toContain('browser_actions_total{action="form-sent",of="",page="contact"} 1');
  expect(metrics).not.toContain('44123');
  expect(site.lines.join('')).not.toMatch(/helpline|step-calm/);
});

test('counts WhatsApp chats like calls', async () => {
  const SITE_FILE = siteFile({ company: { whatsapp: '07700 900321' } });
  const { site, get } = await startDesk({ DESK_PASSWORD: PASSWORD, SITE_FILE });
  expect(await tell(site, { ...CALL, of: 'https://wa.me/447700900321' })).toBe(204);
  const rows = rowsIn(await (await get('/callbacks/counts')).text());
  expect(rows).toContainEqual(expect.stringMatching(/^WhatsApp\|.*\|0\|1\|$/));
  expect(rows).toContain('Home|1|0|0|0|');
});

test('shows no row of a number that the company does not have', async () => {
  const { site, get } = await startDesk();
  const { company } = site.config;
  const phone24h = company.phone24h;
  const labels = async () =>
    rowsIn(await (await get('/callbacks/counts')).text()).map((row) => row.split('|')[0]);
  expect(await labels()).toEqual(expect.arrayContaining(['Helpline', 'Main line']));
  expect(await labels()).not.toContain('WhatsApp');
  company.phone24h = company.phone;
  onTestFinished(() => void Object.assign(company, { phone24h }));
  expect(await labels()).toContain('Our number');
  expect(await labels()).not.toEqual(expect.arrayContaining(['Helpline']));
  expect(await labels()).not.toEqual(expect.arrayContaining(['Main line']));
});

test('rejects actions that this site does not have', async () => {
  const { site } = await startDesk();
  for (const body of [
    { ...CALL, page: '/home' },
    { ...CALL, of: 'https://example.com' },
    { ...CALL, of: `tel:${'1'.repeat(60)}` },
    { name: 'call', page: 'home' },
    { name: 'step', page: 'accident', of: 'step-canary' },
    { name: 'form-canary', page: 'contact' },
    Array(11).fill(SENT),
  ])
    expect([body, await tell(site, body)]).toEqual([body, 400]);
});

test('states when nothing, or not everything, is counted', async () => {
  const said = async (VITALS_SAMPLE_RATE: string) => {
    const { get } = await startDesk({ DESK_PASSWORD: PASSWORD, VITALS_SAMPLE_RATE });
    return (await get('/callbacks/counts')).text();
  };
  expect(await said('0')).toContain('Counting of visitors is switched off');
  expect(await said('0.25')).toContain('for 25% of visits');
});

test('shows the median time to the first outcome, and the share in time', async () => {
  const MINUTE_MS = 60_000;
  const { site, get, store } = await startDesk();
  const monday = Date.parse('2026-11-16T10:00:00Z');
  const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });
  const asked = async (name: string, ms: number, minutes: number | null) => {
    at(ms);
    const { id } = await store.add(request(name), []);
    if (minutes === null) return;
    at(ms + minutes * MINUTE_MS);
    const handling = { outcome: 'noanswer', note: '', ringAgainAt: null } as const;
    await store.change(id, 0, handling, 'Bea');
    // A later call is not the first.
    at(ms + (minutes + 500) * MINUTE_MS);
    await store.change(id, 1, handling, 'Bea');
  };
  await asked('Ann', monday, 10);
  await asked('Bea', monday + MINUTE_MS, 15);
  await asked('Cay', monday + 2 * MINUTE_MS, 16);
  await asked('Dee', monday + 3 * MINUTE_MS, null);
  await asked('Eve', monday + 7 * 24 * 60 * MINUTE_MS, 125);
  await store.add({ ...request('Bot'), flags: ['fast'] }, []);
  at(Date.parse('2026-11-23T13:00:00Z'));
  await store.add(request('Fay'), []); // whose time is not up
  const rows = async () => rowsIn(await (await get('/callbacks/counts')).text());
  expect(await rows()).toContain('Week from|Requests|Called|Median time|Still open|');
  expect(await rows()).toContain('16 Nov|4|3|15\u00a0min|4|');
  expect((await rows()).some((row) => row.startsWith('9 Nov'))).toBe(false);
  site.config.company.callbackWithin = '15 minutes';
  onTestFinished(() => void delete site.config.company.callbackWithin);
  expect(await rows()).toContain(
    'Week from|Requests|Called|Median time|Within 15 minutes|Still open|',
  );
  expect(await rows()).toContain('16 Nov|4|3|15\u00a0min|50%|4|');
  expect(await rows()).toContain('23 Nov|2|1|2\u00a0h 5\u00a0min|0%|2|');
});

test('shows no table of times when there are no requests', async () => {
  const { get } = await startDesk();
  expect(await (await get('/callbacks/counts')).text()).toContain('No requests in 12 weeks.');
});
