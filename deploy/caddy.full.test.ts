import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { readCompose } from '../test/support/compose.ts';
import { freePort } from '../test/support/free-port.ts';
import { send } from '../test/support/send.ts';
import { temporaryFolder } from '../test/support/site-file.ts';
import { end, startSiteProcess } from '../test/support/site-process.ts';
import { callbackFields } from '../test/support/typed.ts';

const DOMAIN = 'example.com';
const FORM = new URLSearchParams(callbackFields({ name: 'Ann' })).toString();
const HOPS = readCompose({ DOMAIN }).services.site?.environment.TRUST_PROXY as string;

interface Visit {
  /** The visitor's own address. */
  from?: string;
  host?: string;
  form?: boolean;
  headers?: Record<string, string>;
}

/**
 * Starts Caddy as compose does for this domain, on ports of its own, with certificates of its own
 * authority.
 * @param slash stands behind the public address in Caddy's settings and in the site's
 */
async function startCaddy({ slash = '' } = {}) {
  const folder = temporaryFolder();
  const [http, https, sitePort] = [await freePort(), await freePort(), await freePort()];
  const siteUrl = `https://www.${DOMAIN}:${https}`;
  const deployed = readFileSync('deploy/caddy/Caddyfile', 'utf8');
  const local = `local_certs\n skip_install_trust\n http_port ${http}\n https_port ${https}`;
  writeFileSync(join(folder, 'Caddyfile'), deployed.replace('admin off', `admin off\n ${local}`));

  let output = '';
  const start = async (upstream: string) => {
    const { environment } = readCompose({ DOMAIN, SITE_URL: siteUrl + slash }).services.caddy ?? {};
    const options = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    const caddy = spawn('caddy', options, {
      env: { PATH: process.env.PATH, HOME: folder, ...environment, UPSTREAM: upstream },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    caddy.stderr.on('data', (text) => {
      output += text;
    });
    caddy.once('error', ({ message }) => {
      output += `Caddy is needed (Debian: apt-get install caddy): ${message}`;
    });
    onTestFinished(async () => void (await end(caddy, 'SIGTERM')));
    const status = () =>
      visit('/readyz').then(
        (answer) => answer.status,
        () => output,
      );
    await expect.poll(status, { timeout: 30_000 }).toBe(200);
  };

  const authority = () =>
    readFileSync(join(folder, '.local/share/caddy/pki/authorities/local/root.crt'));

  /** Makes one request over TLS and checks the certificate; with `plain`, over http. */
  function visit(path: string, options: Visit & { plain?: boolean } = {}) {
    const { from, host = `www.${DOMAIN}`, form = false, plain = false } = options;
    const headers = {
      Host: plain ? host : `${host}:${https}`,
      ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...options.headers,
    };
    const place = { host: '127.0.0.1', port: https, localAddress: from };
    const overTls = () => connect({ ...place, servername: host, ca: authority() });
    const origin = `http://127.0.0.1:${plain ? http : https}`;
    const way = plain ? { localAddress: from } : { agent: undefined, createConnection: overTls };
    return send(origin + path, headers, form ? 'POST' : 'GET', form ? FORM : '', way);
  }
  const settings = { PORT: String(sitePort), SITE_URL: siteUrl + slash, TRUST_PROXY: HOPS };
  return { start, visit, settings, siteUrl, sitePort, output: () => output };
}

test('behind Caddy every visitor has an allowance and an address of their own', async () => {
  const { start, visit, settings, sitePort } = await startCaddy();
  const site = await startSiteProcess({ ...settings, CONTACT_RATE_LIMIT: '2' });
  await start(`127.0.0.1:${sitePort}`);
  for (const from of ['127.1.1.1', '127.2.2.2', '127.3.3.3', '127.4.4.4']) {
    for (let sent = 0; sent < 2; sent += 1)
      expect((await visit('/contact.php', { from, form: true })).status).toBe(200);
    const headers = { 'X-Forwarded-For': '127.9.9.9, 192.0.2.1' };
    expect((await visit('/contact.php', { from, form: true, headers })).status).toBe(429);
  }
  const clients = () =>
    site.log().flatMap(({ route, client }) => (route === '/contact.php' ? client : []));
  await expect.poll(() => clients().length).toBe(12);
  expect([...new Set(clients())]).toEqual([
    '127.1.1.0/24',
    '127.2.2.0/24',
    '127.3.3.0/24',
    '127.4.4.0/24',
  ]);
});

test.each([
  ['without', ''],
  ['with', '/'],
])('Caddy leads every name to the one address, %s a slash at its end', async (_how, slash) => {
  const { start, visit, settings, siteUrl, sitePort } = await startCaddy({ slash });
  await startSiteProcess(settings);
  await start(`127.0.0.1:${sitePort}`);
  const page = await visit('/about', { headers: { 'Accept-Encoding': 'br' } });
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'strict-transport-security': expect.stringContaining('max-age='),
    'content-encoding': 'br',
    'content-security-policy': expect.stringContaining('upgrade-insecure-requests'),
  });
  const apex = await visit('/about?utm=1', { host: DOMAIN });
  expect([apex.status, apex.headers.location]).toEqual([308, `${siteUrl}/about?utm=1`]);
  for (const host of [DOMAIN, `www.${DOMAIN}`]) {
    const plain = await visit('/about?utm=1', { host, plain: true });
    expect([plain.status, plain.headers.location]).toEqual([308, `https://${host}/about?utm=1`]);
  }
});

test('Caddy waits for a site that is being restarted, and logs no address and no query', async () => {
  const { start, visit, settings, sitePort, output } = await startCaddy();
  const old = await startSiteProcess(settings);
  await start(`127.0.0.1:${sitePort}`);
  expect(await end(old.process, 'SIGTERM')).toBe(0);
  const waiting = visit('/about');
  await pause(1000);
  const fresh = await startSiteProcess(settings);
  expect((await waiting).status).toBe(200);

  await end(fresh.process, 'SIGKILL');
  const gone = await visit('/preview?secret=canary', { from: '127.5.5.5' });
  expect(gone.status).toBeOneOf([502, 503]);
  expect(gone.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
  expect(output()).not.toMatch(/canary|127\.5\.5\.5/);
});
