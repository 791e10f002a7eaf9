import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../fakes/contentful-stand-in.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { callbackFields } from '../../support/typed.ts';

async function renders(site: TestSite, outcome = 'started'): Promise<number> {
  const { values } = await site.metrics.renders.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

const times = <Result>(count: number, ask: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

test('a page that nobody has read yet is rendered once for any number of requests', async () => {
  const site = await startSite();
  const texts = await times(200, async (index) =>
    (await fetch(site.url + (index % 2 ? '/about' : '/blogs'))).text(),
  );
  expect(new Set(texts).size).toBe(2);
  for (const text of texts) expect(text).toContain('</html>');
  expect(await renders(site)).toBe(2);
});

test.each([
  ['posts', () => '/blogs/no-such-post', '/blogs'],
  ['posts', (index: number) => `/blogs/No-such-post-${index}`, '/blogs'],
  ['pages of the list', (index: number) => `/blogs/page/${index + 90}`, '/blogs'],
  ['addresses', (index: number) => `/no-such-page-${index}`, '/'],
])('a crowd that asks a fresh process for unknown %s costs one render', async (_, path, wayOn) => {
  const site = await startSite();
  const crowd = times(300, async (index) => {
    const answer = await fetch(site.url + path(index));
    return `${answer.status} ${answer.headers.get('cache-control')} ${await answer.text()}`;
  });
  const visitors = ['/', '/contact', '/accident'];
  const seen = await Promise.all(visitors.map((page) => fetch(site.url + page)));
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
  const answers = new Set(await crowd);
  expect(answers.size).toBe(1);
  const [page = ''] = answers;
  expect(page).toMatch(/^404 no-store /);
  expect(page).toMatch(/name="robots" content="noindex"/);
  expect(page.match(/rel="canonical"/g)).toHaveLength(1);
  expect(page.slice(page.indexOf('<main'), page.indexOf('</main>'))).toContain(`href="${wayOn}"`);
  expect(await renders(site)).toBe(1 + visitors.length);
});

/**
 * Posts a form as a browser without scripts does.
 * @returns its status and page
 */
async function postForm({ url }: TestSite, body: string) {
  const answer = await fetch(`${url}/contact.php`, {
    method: 'POST',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });
  return { status: answer.status, page: await answer.text() };
}

/** The body of one caller's form. */
const mobileOf = (index: number) => `07700 900${String(index).padStart(3, '0')}`;
const formOf = (index: number) =>
  new URLSearchParams(
    callbackFields({ mobile: mobileOf(index), email: `a${index}@b.example` }),
  ).toString();

test('forms that come all at once are each answered with their own values', async () => {
  const site = await startSite();
  const stored = await times(50, (index) => postForm(site, formOf(index)));
  for (const [index, { status, page }] of stored.entries()) {
    expect(status).toBe(200);
    expect(page).toContain('Thank you! We will contact you shortly.');
    expect(page).toContain(`<strong><bdi>${mobileOf(index)}</bdi></strong>`);
  }
  const refused = await times(50, (index) => postForm(site, `name=Ann-${index}`));
  for (const [index, { status, page }] of refused.entries()) {
    expect(status).toBe(422);
    expect(page).toContain(`value="Ann-${index}"`);
    expect(page.match(/ value="[^"]/g)).toHaveLength(1);
  }
  expect((await postForm(site, 'name=%')).status).toBe(400);
});

test('forms are answered while a crowd asks for pages that cannot be cached', async () => {
  const { site, release } = await startWaitingSite();
  const crowd = askForPosts(site, 60);
  await expect.poll(() => renders(site, 'refused'), { timeout: 10_000 }).toBeGreaterThan(0);
  const answers = await times(8, (index) => postForm(site, formOf(index)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { values } = await site.metrics.callbacks.get();
  expect(values.find(({ labels }) => labels.outcome === 'stored')?.value).toBe(8);
  release();
  await crowd;
});

/**
 * Starts a site whose content service does not answer: each person who asks for a post has a
 * render.
 */
async function startWaitingSite() {
  const service = await startContentfulStandIn();
  const release = service.hold();
  return { site: await startSite(service.environment), release };
}

/**
 * Asks for ten posts on each of these connections.
 * @returns the responses
 */
function askForPosts(site: TestSite, connections: number): Promise<string[]> {
  return times(connections, async () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    const line = (close: string) =>
      `GET /blogs/post HTTP/1.1\r\nHost: site.test\r\nUser-Agent: Mozilla/5.0 Firefox/140.0\r\n${close}\r\n`;
    socket.write(line('').repeat(9) + line('Connection: close\r\n'));
    return Buffer.concat(await socket.toArray()).toString();
  });
}

test('a cached page overtakes the refused forms of a crowd, which wait their turn', async () => {
  const site = await startSite({ CONTACT_RATE_LIMIT: '1000' });
  await postForm(site, 'name=Ann&mobile=7');
  await (await fetch(`${site.url}/about`)).text();
  /** Opens a connection and waits until the site has accepted it. */
  const open = async () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.write('HEAD /about HTTP/1.1\r\nHost: site.test\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };
  const crowd = await times(100, open);
  const visitor = await open();
  let answered = 0;
  const body = 'name=Ann&mobile=7';
  for (const socket of crowd) {
    socket.once('data', () => {
      answered += 1;
    });
    socket.write(
      `POST /contact.php HTTP/1.1\r\nHost: site.test\r\nAccept: text/html\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
  visitor.write('GET /about HTTP/1.1\r\nHost: site.test\r\n\r\n');
  const [answer] = await once(visitor, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
  expect(answered).toBeLessThan(crowd.length / 2);
  await expect.poll(() => answered).toBe(crowd.length);
  for (const socket of [...crowd, visitor]) socket.destroy();
});

test('a cached page does not wait for pages that have to be rendered', async () => {
  const { site, release } = await startWaitingSite();
  await (await fetch(`${site.url}/about`)).text();
  const posts = askForPosts(site, 20);
  await expect.poll(() => renders(site)).toBeGreaterThan(3);
  await (await fetch(`${site.url}/about`)).text();
  expect(await renders(site)).toBeLessThan(150);
  await expect.poll(() => renders(site), { timeout: 10_000 }).toBe(201);
  release();
  await posts;
});

test("renders beyond the queue's limit are refused with a page with Retry-After", async () => {
  const { site, release } = await startWaitingSite();
  const posts = askForPosts(site, 60);
  await expect.poll(() => renders(site, 'refused'), { timeout: 10_000 }).toBeGreaterThan(0);
  for (const path of ['/', '/contact', '/no-such/page'])
    expect((await fetch(site.url + path)).status, path).not.toBe(503);
  release();
  const answers = (await posts).join('');
  const refused = answers.match(/HTTP\/1\.1 503[\s\S]*?\r\n\r\n/g) ?? [];
  expect(answers.match(/HTTP\/1\.1 \d/g)).toHaveLength(600);
  expect(refused.length).toBe(await renders(site, 'refused'));
  for (const head of refused) {
    expect(head).toContain('Retry-After: 1\r\n');
    expect(head).toContain('Cache-Control: no-store\r\n');
  }
  expect(site.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
