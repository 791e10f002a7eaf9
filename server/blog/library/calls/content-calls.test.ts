import { expect, test } from 'vitest';
import {
  somePosts,
  startContentfulStandIn,
} from '../../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary } from '../../../../test/support/library.ts';
import { createLog } from '../../../ops/log.ts';
import { createMetrics } from '../../../ops/metrics.ts';
import { ContentCalls } from './content-calls.ts';

const slugsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `post-${from + index}`);

test('when the service fails, calls that wait their turn are not made', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(60);
  const { library } = await openFilledLibrary(service);
  service.behaviour = 'broken';
  const lookups = await Promise.all(slugsOf(21, 60).map((slug) => library.post(slug)));
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['unavailable']));
  expect(service.postCalls.length).toBe(12);
});

test('after an outage as many calls are made at once as before', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(60);
  const { library, clock } = await openFilledLibrary(service);
  service.behaviour = 'broken';
  await Promise.all(slugsOf(21, 60).map((slug) => library.post(slug)));
  service.behaviour = 'proper';
  service.delayMs = 20;
  clock.forward(2);
  const lookups = await Promise.all(slugsOf(21, 60).map((slug) => library.post(slug)));
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  expect(service.busiest).toBe(12);
});

test('a failure is a warning with the call, its kind, and the seconds until the next', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library, clock, lines } = await openFilledLibrary(service);
  expect([library.answered(), library.retryAfterSeconds()]).toEqual([2, 1]);
  service.behaviour = 'asks-for-a-pause';
  await library.post('post-30');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, call: 'post', kind: 'rate_limited', status: 429, retryAfterSeconds: 7 },
  ]);
  clock.forward(2.5);
  expect([library.answered(), library.retryAfterSeconds()]).toEqual([2, 5]);
});

test("an editor's change is asked for even while the service is spared", async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library } = await openFilledLibrary(service);
  service.behaviour = 'asks-for-a-pause';
  await library.post('post-30');
  service.behaviour = 'proper';
  service.edit('post-3', { title: 'Corrected' });
  await library.refresh();
  expect(library.post('post-3')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(await library.post('post-30'), 'the pause is over').toMatchObject({
    result: { state: 'ready' },
  });
});

test("an editor's change waits for the call under way, and makes no other if that fails", async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service);
  clock.forward(61);
  const release = service.hold();
  library.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  const refreshed = library.refresh();
  service.behaviour = 'broken';
  release();
  await refreshed;
  expect(service.catalogueCalls.length).toBe(2);
});

test('an answer that the site cannot take in is a failure of the service, and said loudly', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const pauses: number[] = [];
  const calls = new ContentCalls({
    source: {} as ConstructorParameters<typeof ContentCalls>[0]['source'],
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    metrics,
    now: () => 0,
    random: () => 1,
    onFailure: (pauseMs) => void pauses.push(pauseMs),
  });
  const taken = calls.make({
    call: 'list',
    ask: async () => 'odd',
    take: () => {
      throw new TypeError('it is not like that');
    },
  });
  expect(await taken).toBe(false);
  const next = calls.make({ call: 'list', ask: async () => 'not asked', take: () => {} });
  expect([await next, calls.answered]).toEqual([false, 1]);
  expect(pauses).toEqual([1000]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { name: 'TypeError' } },
    { level: 40, call: 'list', kind: 'malformed' },
  ]);
  expect(await metrics.registry.metrics()).toContain('call="list",outcome="malformed"} 1');
});
