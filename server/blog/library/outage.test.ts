import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  FAILURES,
  somePosts,
  startContentfulStandIn,
  TOKEN,
} from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary, openLibrary, temporaryFolder } from '../../../test/support/library.ts';
import { Outage } from './outage.ts';

/** Tries each way to fail, all at the same time: the slow ones take as long as a call may. */
const withEachFailure = (attempt: (failure: (typeof FAILURES)[number]) => Promise<void>) =>
  Promise.all(FAILURES.map(attempt));

test('warm, no way to fail is noticed, and a renewal ends it', async () => {
  await withEachFailure(async (failure) => {
    const service = await startContentfulStandIn();
    const { library, clock, lines } = await openFilledLibrary(service);
    const slug = service.entries[0]?.fields.slug as string;
    const before = [await library.list(1), await library.post(slug)];
    service.behaviour = failure;
    clock.forward(61);
    expect([library.list(1), library.post(slug)], failure).toEqual(before);
    await expect.poll(() => lines.length, { timeout: 5000 }).toBe(1);
    expect([library.list(1), library.post(slug)], failure).toEqual(before);
    service.behaviour = 'proper';
    service.entry(slug).fields.title = 'After the outage';
    clock.forward(31); // longer than any pause
    expect(library.list(1)).not.toBeInstanceOf(Promise);
    await expect
      .poll(() => library.post(slug), { timeout: 5000 })
      .toMatchObject({ result: { state: 'ready', post: { title: 'After the outage' } } });
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.any(String),
      'the content service answers again',
    ]);
    expect(lines.join('')).not.toContain(TOKEN);
  });
});

test('cold, every way to fail is an outage and never "no posts"', async () => {
  await withEachFailure(async (failure) => {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const { library } = openLibrary(service);
    library.start();
    expect(await library.list(1), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(await library.post('any-post'), failure).toMatchObject({
      result: { state: 'unavailable' },
    });
    expect(await library.list(7), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(library.listVersion(1)).toBeNull();
    expect(library.known()).toEqual([]);
    expect(library.hanging(), failure).toBe(failure === 'hang' || failure === 'drip');
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

test('a service that is back is found without a visitor who tries', async () => {
  const service = await startContentfulStandIn();
  await service.goDown();
  const { library, clock } = openLibrary(service);
  library.start();
  await library.list(1);
  await service.goUp();
  clock.forward(1);
  await expect.poll(() => library.listVersion(1), { timeout: 5000 }).not.toBeNull();
});

test('pauses differ from server to server', () => {
  const pauses = [0, 0.5, 0.999].map((random) => {
    const outage = new Outage(() => random);
    outage.failed('http', 0);
    return outage.pauseMs(0);
  });
  expect(new Set(pauses).size).toBe(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000);
});

test('calls that fail together count as one failure', () => {
  const outage = new Outage(() => 1);
  for (let call = 0; call < 4; call += 1) outage.failed('timeout', 0);
  expect(outage.pauseMs(0)).toBe(1000);
});

test('a wrong token is a clear error in the log, which does not hold the token', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'unauthorised';
  const { library, lines } = openLibrary(service);
  library.start();
  await library.list(1);
  const errors = lines.map((line) => JSON.parse(line)).filter((line) => line.level === 50);
  expect(errors).toMatchObject([
    { kind: 'unauthorised', msg: expect.stringContaining('CONTENTFUL_ACCESS_TOKEN') },
  ]);
  expect(lines.join('')).not.toContain(TOKEN.slice(-5));
});

test('every outcome is counted, and the age of the list is shown', async () => {
  const service = await startContentfulStandIn();
  const { library, clock, metrics } = await openFilledLibrary(service, { ttlSeconds: 1000 });
  clock.forward(90);
  service.behaviour = 'broken';
  await library.post('unknown');
  const text = await metrics.registry.metrics();
  expect(text).toContain('content_service_calls_total{call="list",outcome="ok"} 1');
  expect(text).toContain('content_service_calls_total{call="post",outcome="http"} 1');
  expect(text).toContain('content_age_seconds 90');
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

  const { library, clock } = openLibrary(service, { dataDir });
  library.start();
  expect([library.list(1), ...slugs.map((slug) => library.post(slug))]).toEqual(before);
  expect(library.known().length).toBe(slugs.length);

  await service.goUp();
  service.entry(slugs[0] as string).fields.title = 'Changed meanwhile';
  await expect
    .poll(
      () => {
        clock.forward(31);
        return library.post(slugs[0] as string);
      },
      { timeout: 5000 },
    )
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

test('the copy on disk is readable by its owner alone; a damaged or foreign one is left aside', async () => {
  const dataDir = await temporaryFolder();
  const folder = join(dataDir, 'blog');
  const service = await startContentfulStandIn();
  const first = await openFilledLibrary(service, { dataDir });
  await first.library.stop();
  const files = await readdir(folder);
  expect(files).toEqual(['list-1.json']);
  const path = join(folder, 'list-1.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const sound = await readFile(path, 'utf8');
  await service.goDown();
  const knownAfter = async (text: string) => {
    await writeFile(path, text);
    const { library } = openLibrary(service, { dataDir });
    library.start();
    const count = library.known().length;
    await library.stop();
    return count;
  };
  expect(await knownAfter(sound)).toBe(service.entries.length);
  for (const damaged of [
    '',
    '\n',
    '{}',
    sound.slice(0, -1),
    sound.replace('title', 'Title'),
    `x${sound}`,
    sound.slice(0, sound.length / 2),
  ])
    expect(await knownAfter(damaged), damaged.slice(0, 20)).toBe(0);
  await writeFile(path, sound);
  const other = await startContentfulStandIn();
  await other.goDown();
  const { library } = openLibrary(other, { dataDir });
  library.start();
  expect(library.known()).toEqual([]);
});

test('a disk that cannot be written is logged once and nothing else suffers', async () => {
  const dataDir = join(await temporaryFolder(), 'a-file');
  await writeFile(dataDir, '');
  const service = await startContentfulStandIn();
  const { library, lines } = await openFilledLibrary(service, { dataDir });
  await library.refresh();
  expect(library.list(1)).toMatchObject({ result: { state: 'ready' } });
  await library.stop();
  expect(lines.filter((line) => line.includes('copy of the blog on disk')).length).toBe(1);
});
