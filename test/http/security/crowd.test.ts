import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../stand-ins/contentful-stand-in.ts';
import { startSite, type TestSite } from '../../support/site.ts';

async function renders(site: TestSite, outcome = 'started'): Promise<number> {
  const { values } = await site.metrics.renders.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

const times = <Result>(count: number, ask: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

test('a page that nobody has read yet is rendered once, however many ask for it', async () => {
  const site = await startSite();
  const texts = await times(200, async () => (await fetch(`${site.url}/about`)).text());
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('</html>');
  expect(await renders(site)).toBe(1);
});

test('all not-found addresses share one render for each part of the site', async () => {
  const site = await startSite();
  const answers = await times(100, async (index) => {
    const { status, headers } = await fetch(`${site.url}/no-such-page-${index}`);
    return `${status} ${headers.get('cache-control')} ${headers.get('etag')}`;
  });
  expect(new Set(answers)).toEqual(new Set(['404 no-store null']));
  expect(await renders(site)).toBe(1);
  const current = /<a[^>]*aria-current[^>]*>/;
  for (const index of [1, 2]) {
    const inBlogs = await (await fetch(`${site.url}/blogs/none/${index}`)).text();
    const nowhere = await (await fetch(`${site.url}/none/${index}`)).text();
    expect(inBlogs).not.toBe(nowhere);
    expect(inBlogs.match(current)?.[0]).toContain('/blogs');
  }
  expect(await renders(site)).toBe(2);
});

test('a form answer that quotes nothing typed is rendered once, any other for its sender', async () => {
  const site = await startSite();
  const post = (body: string) =>
    fetch(`${site.url}/contact.php`, {
      method: 'POST',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    });
  await times(50, () => post('name='));
  expect(await renders(site)).toBe(1);
  const [one, other] = await Promise.all([post('name=Ann'), post('name=Bob')]);
  expect([await one.text(), await other.text()]).toEqual([
    expect.stringContaining('value="Ann"'),
    expect.stringContaining('value="Bob"'),
  ]);
  expect(await renders(site)).toBe(3);
  expect(await (await post('name=')).text()).not.toMatch(/Ann|Bob/);
});

/** Posts forms with a word in them, ten on each of these connections. @returns what came back */
function postForms(site: TestSite, connections: number): Promise<string[]> {
  return times(connections, async (index) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    const body = `name=Ann-${index}`;
    const form = (close: string) =>
      [
        'POST /contact.php HTTP/1.1',
        'Host: site.test',
        'Accept: text/html',
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        `${close}\r\n${body}`,
      ].join('\r\n');
    socket.write(form('').repeat(9) + form('Connection: close\r\n'));
    return Buffer.concat(await socket.toArray()).toString();
  });
}

test('a cached page does not wait for pages that have to be rendered', async () => {
  const site = await startSite();
  await (await fetch(`${site.url}/about`)).text();
  const forms = postForms(site, 20);
  await expect.poll(() => renders(site)).toBeGreaterThan(3);
  await (await fetch(`${site.url}/about`)).text();
  expect(await renders(site)).toBeLessThan(150);
  await forms;
  expect(await renders(site)).toBe(201);
});

test("renders beyond the queue's limit are refused with a page that says when to come back", async () => {
  const site = await startSite();
  const answers = (await postForms(site, 60)).join('');
  const refused = answers.match(/HTTP\/1\.1 503[\s\S]*?\r\n\r\n/g) ?? [];
  expect(answers.match(/HTTP\/1\.1 \d/g)).toHaveLength(600);
  expect(refused.length).toBe(await renders(site, 'refused'));
  expect(refused.length).toBeGreaterThan(0);
  for (const head of refused) {
    expect(head).toContain('Retry-After: 1\r\n');
    expect(head).toContain('Cache-Control: no-store\r\n');
  }
  expect(site.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('a connection with more than 16 unanswered requests is ended', async () => {
  const service = await startContentfulStandIn();
  const site = await startSite(service.environment);
  await expect.poll(() => site.library.known().length).toBeGreaterThan(0);
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const line = (index: number) => `GET /blogs/none-${index} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
  socket.on('error', () => {});
  socket.write(Array.from({ length: 800 }, (_, index) => line(index)).join(''));
  await new Promise((resolve) => socket.resume().once('close', resolve));
  expect((await fetch(`${site.url}/about`)).status).toBe(200);
  expect(await renders(site)).toBeLessThanOrEqual(17);
  const logged = site.lines.join('').match(/"msg":"request"/g)?.length ?? 0;
  expect(logged).toBeLessThanOrEqual(17);
});

test('16 requests sent at once over one connection are all answered, in order', async () => {
  const site = await startSite();
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const line = (index: number) =>
    `HEAD /no-such-page HTTP/1.1\r\nHost: site.test\r\n${index === 15 ? 'Connection: close\r\n' : ''}\r\n`;
  socket.write(Array.from({ length: 16 }, (_, index) => line(index)).join(''));
  const text = Buffer.concat(await socket.toArray()).toString();
  expect(text.match(/HTTP\/1\.1 404/g)).toHaveLength(16);
});
