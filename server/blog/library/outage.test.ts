import { expect, test } from 'vitest';
import {
  FAILURES,
  somePosts,
  startContentfulStandIn,
  TOKEN,
} from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary, openLibrary, temporaryFolder } from '../../../test/support/library.ts';
import { ServiceHealth } from './calls/service-health.ts';

/**
 * Tries every kind of failure at the same time, because the slow ones take as long as a call may.
 */
const withEachFailure = (
  attempt: (failure: (typeof FAILURES)[number], deadlineMs: number) => Promise<void>,
) => Promise.all(FAILURES.map((failure) => attempt(failure, SILENT.has(failure) ? 1000 : 30_000)));

/** Failures that only the deadline of a call ends. */
const SILENT = new Set<string>(['hang', 'drip']);

test('with posts held, no kind of failure is noticed, and a renewal ends it', async () => {
  await withEachFailure(async (failure, deadlineMs) => {
    const service = await startContentfulStandIn();
    const { library, clock, lines } = await openFilledLibrary(service, { deadlineMs });
    const slug = service.entries[0]?.fields.slug as string;
    const before = [await library.list(1), await library.post(slug)];
    service.behaviour = failure;
    clock.forward(61);
    expect([library.list(1), library.post(slug)], failure).toEqual(before);
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(1);
    expect([library.list(1), library.post(slug)], failure).toEqual(before);
    service.behaviour = 'proper';
    service.entry(slug).fields.title = 'After the outage';
    clock.forward(61); // longer than the TTL and any pause
    expect(library.list(1)).not.toBeInstanceOf(Promise);
    await expect
      .poll(() => library.post(slug))
      .toMatchObject({ result: { state: 'ready', post: { title: 'After the outage' } } });
    expect(lines.filter((line) => line.includes('answers again')).length).toBe(1);
    expect(lines.join('')).not.toContain(TOKEN);
  });
});

test('with nothing held, every kind of failure is an outage and never "no posts"', async () => {
  await withEachFailure(async (failure, deadlineMs) => {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const { library } = openLibrary(service, { deadlineMs });
    library.start();
    expect(await library.list(1), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(library.post('any-post'), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(library.list(7), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(library.listVersion(1)).toBeNull();
    expect(library.known()).toEqual([]);
    expect(library.hanging(), failure).toBe(SILENT.has(failure));
    expect(library.retryAfterSeconds()).toBeGreaterThanOrEqual(1);
  });
});

test('a failing service is called ever more rarely, whatever the visitors do', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'broken';
  const { library, clock } = openLibrary(service, { random: () => 1 });
  library.start();
  await library.list(1);
  const callsAt: number[] = [];
  for (let second = 0; second < 120; second += 0.5) {
    const before = service.calls.length;
    for (let visit = 0; visit < 10; visit += 1)
      await Promise.all([library.list(1), library.post(`post-${visit}`)]);
    if (service.calls.length > before) callsAt.push(second);
    clock.forward(0.5);
  }
  const gaps = callsAt.slice(1).map((at, index) => at - (callsAt[index] as number));
  expect(gaps.slice(0, 5)).toEqual([2, 4, 8, 16, 30]);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30.5);
});

test("a service that is back is noticed without a visitor's request", async () => {
  const service = await startContentfulStandIn();
  await service.goDown();
  const { library, clock } = openLibrary(service, { random: () => 0 });
  library.start();
  await library.list(1);
  await service.goUp();
  clock.forward(1);
  await expect.poll(() => library.listVersion(1)).not.toBeNull();
});

test('pauses differ from server to server', () => {
  const pauses = [0, 0.5, 0.999].map((random) => {
    const outage = new ServiceHealth(() => random);
    outage.failed({ kind: 'http', details: {} }, 0);
    return outage.pauseMs(0);
  });
  expect(new Set(pauses).size).toBe(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000);
});

test('calls that fail together count as one failure', () => {
  const outage = new ServiceHealth(() => 1);
  for (let call = 0; call < 4; call += 1) outage.failed({ kind: 'timeout', details: {} }, 0);
  expect(outage.pauseMs(0)).toBe(1000);
});

test('a wrong token is a clear error in the log, without the token', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'unauthorised';
  const { library, lines } = openLibrary(service);
  library.start();
  await library.list(1);
  const errors = lines.map((line) => JSON.parse(line)).filter((line) => line.level === 50);
  expect(errors[0]).toMatchObject({
    kind: 'unauthorised',
    status: 401,
    errorId: 'AccessTokenInvalid',
    msg: expect.stringContaining('CONTENTFUL_ACCESS_TOKEN'),
  });
  expect(lines.join('')).not.toContain(TOKEN.slice(-5));
});

test.each([
  [
    'unknown-field',
    { status: 400, errorId: 'InvalidQuery', details: expect.stringContaining('slug') },
  ],
  [
    'unknown-space',
    { status: 404, errorId: 'NotFound', details: expect.stringContaining('Space') },
  ],
] as const)('a fault of set-up (%s) says what it is', async (failure, details) => {
  const service = await startContentfulStandIn();
  service.behaviour = failure;
  const { library, lines, metrics } = openLibrary(service);
  library.start();
  await library.list(1);
  const [error] = lines.map((line) => JSON.parse(line)).filter((line) => line.level === 50);
  expect(error).toMatchObject({ kind: 'setup', ...details });
  expect(await metrics.registry.metrics()).toMatch(/call="catalogue",outcome="setup"} 1/);
});

test('the service says when it wants to be asked again, and is not asked before', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library, clock } = await openFilledLibrary(service);
  service.behaviour = 'asks-for-a-pause';
  expect(await library.post('post-30')).toMatchObject({ result: { state: 'unavailable' } });
  expect(library.retryAfterSeconds()).toBe(7);
  expect(library.post('post-3')).toMatchObject({ result: { state: 'ready' } });
  expect(library.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
  const { length } = service.calls;
  clock.forward(6.9);
  expect(library.post('post-30')).toMatchObject({ result: { state: 'unavailable' } });
  expect(service.calls.length).toBe(length);
  service.behaviour = 'proper';
  clock.forward(0.1);
  expect(await library.post('post-30')).toMatchObject({ result: { state: 'ready' } });
});

test('every outcome is counted, and the age of the catalogue is shown', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library, clock, metrics } = await openFilledLibrary(service, { ttlSeconds: 1000 });
  clock.forward(90);
  service.behaviour = 'broken';
  await library.post('post-30');
  const text = await metrics.registry.metrics();
  for (const call of ['catalogue', 'list'])
    expect(text).toContain(`content_service_calls_total{call="${call}",outcome="ok"} 1`);
  expect(text).toContain('content_service_calls_total{call="post",outcome="http"} 1');
  expect(text).toContain('content_age_seconds 90');
});

test('the age of the catalogue is never unknown: not before the first answer, nor after a restart', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  const age = async ({ metrics }: ReturnType<typeof openLibrary>) =>
    (await metrics.contentAge.get()).values[0]?.value;
  const cold = openLibrary(service);
  cold.clock.forward(20);
  expect(await age(cold)).toBe(20);
  const first = await openFilledLibrary(service, { dataDir, setBack: 600 });
  first.library.stop();
  await service.goDown();
  const again = openLibrary(service, { dataDir }); // ten minutes later
  again.clock.forward(3600);
  expect(await age(again)).toBe(600 + 3600);
});

test('a clock that is set back makes the catalogue no younger, and a restart after it no negative age', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  const age = async ({ metrics }: ReturnType<typeof openLibrary>) =>
    (await metrics.contentAge.get()).values[0]?.value;
  const first = await openFilledLibrary(service, { dataDir });
  first.clock.forward(60);
  first.clock.setBack(5 * 3600);
  expect(await age(first)).toBe(60);
  await first.library.stop();
  const again = openLibrary(service, { dataDir, setBack: 5 * 3600 });
  again.clock.forward(20);
  expect(await age(again)).toBe(20);
});

test('a restart during an outage serves the list and every post, and renews them when it is over', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  const first = await openFilledLibrary(service, { dataDir });
  const slugs = service.entries.map((entry) => entry.fields.slug);
  const before = [
    await first.library.list(1),
    ...(await Promise.all(slugs.map((slug) => first.library.post(slug)))),
  ];
  await first.library.stop();
  await service.goDown();

  const { library, clock, lines } = openLibrary(service, { dataDir });
  library.start();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(library.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
  expect([library.list(1), ...slugs.map((slug) => library.post(slug))]).toEqual(before);
  expect(library.known().length).toBe(slugs.length);

  await service.goUp();
  service.entry(slugs[0] as string).fields.title = 'Changed meanwhile';
  await expect
    .poll(() => {
      clock.forward(31);
      return library.post(slugs[0] as string);
    })
    .toMatchObject({ result: { post: { title: 'Changed meanwhile' } } });
});

test('a post that is on no list page survives a restart too, and one that is gone does not come back', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const first = await openFilledLibrary(service, { dataDir });
  await Promise.all(['post-30', 'post-31'].map((slug) => first.library.post(slug)));
  service.unpublish('post-31');
  first.clock.forward(1);
  await first.library.refresh();
  await first.library.stop();
  await service.goDown();
  const { library } = openLibrary(service, { dataDir });
  library.start();
  expect(library.post('post-30')).toMatchObject({ result: { state: 'ready' } });
  expect(library.postVersion('post-31')).toBeNull();
});

test('moved and removed posts are still known after a restart', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  const first = await openFilledLibrary(service, { dataDir });
  service.unpublish('post-2');
  service.edit('post-3', { slug: 'renamed' });
  await first.library.refresh();
  first.library.stop();
  await service.goDown();
  const { library } = openLibrary(service, { dataDir });
  expect(library.post('post-2')).toMatchObject({ result: { state: 'gone' } });
  expect(library.post('post-3')).toMatchObject({ result: { state: 'moved', slug: 'renamed' } });
});

test('a post that was published while the site was down is found at once after the start', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  const first = await openFilledLibrary(service, { dataDir });
  first.library.stop();
  service.entries = somePosts(6);
  const { library } = openLibrary(service, { dataDir });
  library.start();
  expect(await library.post('post-6')).toMatchObject({ result: { state: 'ready' } });
});
