import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn, TOKEN } from '../../test/fakes/contentful-stand-in.ts';
import { openBlog, startLoadedBlog } from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

test("a service that is back is noticed without a visitor's request", async () => {
  const service = await startContentfulStandIn();
  await service.goDown();
  const { blog, clock } = openBlog(service, { random: () => 0 });
  blog.start();
  await blog.list(1);
  await service.goUp();
  clock.forward(1);
  await expect.poll(() => blog.listVersion(1)).not.toBeNull();
});

test.each([
  [
    'unauthorised',
    {
      kind: 'unauthorised',
      status: 401,
      errorId: 'AccessTokenInvalid',
      msg: expect.stringContaining('CONTENTFUL_ACCESS_TOKEN'),
    },
  ],
  ['unknown-field', { kind: 'setup', status: 400, details: expect.stringContaining('slug') }],
  ['unknown-space', { kind: 'setup', status: 404, details: expect.stringContaining('Space') }],
] as const)(
  'a failure that waiting does not mend (%s) is logged without the token',
  async (failure, said) => {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const { blog, lines, metrics } = openBlog(service);
    blog.start();
    await blog.list(1);
    const [error] = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(error).toMatchObject(said);
    expect(lines.join('')).not.toContain(TOKEN.slice(-5));
    expect(await metrics.registry.metrics()).toContain(`call="list",outcome="${said.kind}"} 1`);
  },
);

test('every outcome is counted, and the age of the catalogue is shown', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const { blog, clock, metrics } = await startLoadedBlog(service, { ttlSeconds: 1000 });
  clock.forward(90);
  service.behaviour = 'broken';
  await blog.refresh();
  const text = await metrics.registry.metrics();
  expect(text).toContain('content_service_calls_total{call="list",outcome="ok"} 3');
  expect(text).toContain('content_service_calls_total{call="catalogue",outcome="http"} 1');
  expect(text).toContain('content_age_seconds 90');
});

test('the age of the catalogue is known before the first response and after a restart', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  const age = async ({ metrics }: ReturnType<typeof openBlog>) =>
    (await metrics.contentAge.get()).values[0]?.value;
  const cold = openBlog(service);
  const release = service.hold();
  cold.blog.start();
  cold.clock.forward(20);
  expect(await age(cold)).toBe(20);
  release();
  const first = await startLoadedBlog(service, { dataDir, setBack: 600 });
  await first.blog.stop();
  await service.goDown();
  const again = openBlog(service, { dataDir }); // ten minutes later
  again.blog.start();
  await again.blog.catalogued();
  again.clock.forward(3600);
  expect(await age(again)).toBe(600 + 3600);
});

test('a clock that is set back makes the catalogue no younger, even after a restart', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  const age = async ({ metrics }: ReturnType<typeof openBlog>) =>
    (await metrics.contentAge.get()).values[0]?.value;
  const first = await startLoadedBlog(service, { dataDir });
  first.clock.forward(60);
  first.clock.setBack(5 * 3600);
  expect(await age(first)).toBe(60);
  await first.blog.stop();
  const again = openBlog(service, { dataDir, setBack: 5 * 3600 });
  await service.goDown();
  again.blog.start();
  await again.blog.catalogued();
  again.clock.forward(20);
  expect(await age(again)).toBe(20);
});

test('a post published while the site was down is found at once after the start', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(5);
  const first = await startLoadedBlog(service, { dataDir });
  await first.blog.stop();
  service.entries = makePosts(6);
  const { blog } = openBlog(service, { dataDir });
  blog.start();
  expect(await blog.post('post-6')).toMatchObject({ result: { state: 'ready' } });
});

test('after a restart during an outage an unknown address waits for no further attempt', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  const first = await startLoadedBlog(service, { dataDir });
  await first.blog.stop();
  service.behaviour = 'hang';
  const { blog, content, clock, lines } = openBlog(service, { dataDir, deadlineMs: 500 });
  blog.start();
  await blog.catalogued();
  await expect.poll(() => lines.join('')).toContain('timeout');
  clock.forward(61); // longer than any pause
  void blog.refresh();
  expect(blog.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
  expect(content.peek({ kind: 'page', slug: 'no-such-page' })).toEqual({ state: 'missing' });
});
