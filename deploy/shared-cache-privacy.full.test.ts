import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CACHES, startBehind } from '../test/stand-ins/shared-cache.ts';
import { send } from '../test/support/send.ts';

test.each(CACHES)('%s accepts a PURGE only from the allowed addresses', async (name) => {
  const { origin, purgeOrigin } = await startBehind(name);
  const cached = async () => String((await send(`${origin}/about`)).headers['x-cache']);
  await cached();
  const stranger = { localAddress: '127.0.0.2' };
  expect((await send(`${purgeOrigin}/about`, {}, 'PURGE', '', stranger)).status).toBe(403);
  expect((await cached()).toLowerCase()).toBe('hit');
  expect((await send(`${purgeOrigin}/about`, {}, 'PURGE')).status).toBe(200);
});

test.each([
  ['nginx', 'deploy/nginx/site.conf', /listen 127\.0\.0\.1:8081;/],
  ['Varnish', 'deploy/varnish/default.vcl', /-a purge=127\.0\.0\.1:8081 /],
])('%s is not told to take PURGE on every address', (_name, file, listener) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(listener);
  expect(text).not.toMatch(/listen 8081|purge=:/);
});

test.each(CACHES)('%s adds nothing that a client made up to a redirect', async (name) => {
  const { origin } = await startBehind(name);
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const answer = await send(`${origin}/About/`, { 'X-Query': '/../evil' }, method);
    expect(JSON.stringify(answer.headers), method).not.toContain('evil');
  }
});

test('the log of nginx has no query, Referer, cookie or whole address', async () => {
  const { origin, logs, replicas } = await startBehind('nginx');
  const secrets = {
    Referer: 'http://canary.example/',
    Cookie: 'a=canary',
    Authorization: 'canary',
  };
  for (const path of ['/preview?secret=canary', '/about?q=canary', '/contact.php?q=canary'])
    await send(origin + path, secrets);
  for (const { process } of replicas) process.kill('SIGKILL');
  expect((await send(`${origin}/preview?secret=canary`, secrets)).status).toBe(502);
  const lines = () => logs().trim().split('\n');
  await expect.poll(() => lines().length).toBeGreaterThan(3);
  expect(logs()).not.toMatch(/canary|"127\.0\.0\.1"|client: /);
  const about = lines()
    .map((line) => JSON.parse(line))
    .find(({ path }) => path === '/about');
  expect(about).toMatchObject({ method: 'GET', status: 200, client: '127.0.0.0/24' });
});

test('the log of nginx shortens IPv4 and IPv6 addresses', async () => {
  const text = readFileSync('deploy/nginx/site.conf', 'utf8');
  const patterns = [...text.matchAll(/^ {4}"~(\^.*)" (\$1.*);$/gm)].map(
    ([, pattern = '', network = '']) => [new RegExp(pattern), network] as const,
  );
  const networkOf = (address: string) => {
    const found = patterns.find(([pattern]) => pattern.test(address));
    const [, start = ''] = found?.[0].exec(address) ?? [];
    return found?.[1].replace('$1', start) ?? '-';
  };
  expect(networkOf('192.0.2.77')).toBe('192.0.2.0/24');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
  expect(networkOf('2001:db8:1::6')).toBe('2001:db8:1::/48');
  expect(networkOf('2001:db8::6')).toBe('2001:db8::/48');
  expect(networkOf('::1')).toBe('-');
});
