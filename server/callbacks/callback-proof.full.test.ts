import { afterEach, describe, expect, test, vi } from 'vitest';
import { request } from '../../test/support/callbacks/stores.ts';
import { startSite } from '../../test/support/site.ts';
import { siteFile } from '../../test/support/site-file.ts';
import type { Callbacks } from './start-callbacks.ts';

afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const SENTENCE = /Last month we called back within[^<]*<[^>]*>[^<]*/;
const NOON = Date.parse('2026-11-10T12:00:00Z');

/** Starts a site whose owner shows the proof, with requests and the minutes until each call. */
async function startWithRequests(
  waits: readonly (number | null)[],
  { company = {}, from = '2026-10-12T10:00:00Z', proof = true } = {},
) {
  const SITE_FILE = siteFile({ company, proof });
  const site = await startSite({ SITE_FILE });
  const { store, proof: tracker } = site.callbacks as Callbacks;
  const at = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });
  for (const [index, minutes] of waits.entries()) {
    const receivedAt = Date.parse(from) + index * 1000;
    at(receivedAt);
    const { id } = await store.add(request(`Caller ${index}`), []);
    if (minutes === null) continue;
    at(receivedAt + minutes * MINUTE_MS);
    await store.change(id, 0, { outcome: 'reached', note: '', ringAgainAt: null }, 'Bea');
  }
  const get = async (path: string, headers = {}) => fetch(site.url + path, { headers });
  /** Returns the sentence of a page on a day. */
  const sentenceOn = async (path: string, now = NOON) => {
    at(now);
    await tracker.check();
    return SENTENCE.exec(await (await get(path)).text())?.[0].replace(/<[^>]*>/, '') ?? null;
  };
  return { site, store, get, sentenceOn };
}

describe('the sentence about callbacks of last month', () => {
  test('states the median of 30 requests or more on Home and Contact', async () => {
    const waits = Array.from({ length: 31 }, (_, index) => index);
    const { sentenceOn } = await startWithRequests(waits);
    const words =
      'Last month we called back within 15\u00a0minutes (median of 31 requests). October 2026.';
    expect(await sentenceOn('/')).toBe(words);
    expect(await sentenceOn('/contact')).toBe(words);
    expect(await sentenceOn('/about')).toBeNull();
  });

  test.each([
    ['fewer than 30 requests', Array(29).fill(5), {}],
    ['most callers still waiting', [...Array(15).fill(5), ...Array(16).fill(null)], {}],
    ['an owner who has not asked for it', Array(40).fill(5), { proof: false }],
    ['requests of another month', Array(40).fill(5), { from: '2026-09-12T10:00:00Z' }],
    ['requests of the next month in UK time', Array(40).fill(5), { from: '2026-11-01T00:00:00Z' }],
  ] as const)('is missing with %s', async (_, waits, options) => {
    const { sentenceOn } = await startWithRequests(waits, options);
    expect(await sentenceOn('/')).toBeNull();
  });

  test('counts the month in UK days', async () => {
    const { sentenceOn } = await startWithRequests(Array(30).fill(1), {
      from: '2026-05-31T23:00:30Z',
    });
    expect(await sentenceOn('/', Date.parse('2026-07-01T12:00:00Z'))).toContain('June 2026');
  });

  test('counts open minutes alone when the office has hours', async () => {
    const officeHours = [{ days: ['Monday', 'Tuesday'], opens: '09:00', closes: '17:00' }];
    const { sentenceOn } = await startWithRequests(Array(30).fill(16 * 60), {
      company: { officeHours },
      from: '2026-10-12T15:30:00Z', // Monday, 16:30 in London
    });
    // Half an hour on Monday; the call at 08:30 on Tuesday is before opening.
    expect(await sentenceOn('/')).toBe(
      'Last month we called back within 30\u00a0minutes (median of 30 requests). October 2026, counted while our office was open.',
    );
  });

  test('changes the page once a day, and goes with the month', async () => {
    const { store, get, sentenceOn } = await startWithRequests(Array(30).fill(10));
    expect(await sentenceOn('/')).toContain('within 10\u00a0minutes (median of 30');
    const etag = (await get('/')).headers.get('etag') as string;
    vi.setSystemTime(Date.parse('2026-10-20T10:00:00Z'));
    await store.add(request('Late'), []);
    expect(await sentenceOn('/', NOON + MINUTE_MS)).toContain('median of 30');
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
    expect(await sentenceOn('/', NOON + 24 * 60 * MINUTE_MS)).toContain('median of 31');
    expect((await get('/', { 'if-none-match': etag })).status).toBe(200);
    expect(await sentenceOn('/', Date.parse('2026-12-01T00:00:00Z'))).toBeNull();
  });
});
