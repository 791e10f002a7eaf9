import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../test/support/certificate.ts';
import { freePort } from '../test/support/free-port.ts';
import { send } from '../test/support/send.ts';
import { temporaryFolder } from '../test/support/site-file.ts';
import { end, startSiteProcess } from '../test/support/site-process.ts';
import { callbackFields } from '../test/support/typed.ts';

const FORM = new URLSearchParams(callbackFields({ name: 'Ann' })).toString();
const SITE_URL = 'https://www.example.com';

interface Visit {
  host?: string;
  form?: boolean;
  plain?: boolean;
  headers?: Record<string, string>;
}

/** Starts nginx with the deployed file, on ports and with a certificate of its own. */
async function startNginx(sitePort: number) {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'));
  const certificate = makeCertificate('www.example.com', 'example.com');
  onTestFinished(() => certificate.remove());
  const [http, https] = [await freePort(), await freePort()];
  const deployed = readFileSync('deploy/nginx/website.conf', 'utf8')
    .replaceAll(/listen \[::\]:.*/g, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll(/ssl_certificate .*/g, `ssl_certificate ${certificate.certificate};`)
    .replaceAll(/ssl_certificate_key .*/g, `ssl_certificate_key ${certificate.key};`)
    .replace('/var/log/nginx/website.log', join(folder, 'website.log'))
    .replace('127.0.0.1:3000', `127.0.0.1:${sitePort}`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${deployed} }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problems = '';
  nginx.stderr.on('data', (text) => {
    problems += text;
  });
  nginx.once('error', ({ message }) => {
    problems += `nginx is needed (Debian: apt-get install nginx): ${message}`;
  });
  onTestFinished(async () => void (await end(nginx, 'SIGTERM')));

  /** Makes one request over TLS and checks the certificate; with `plain`, over http. */
  function visit(path: string, options: Visit = {}) {
    const { host = 'www.example.com', form = false, plain = false, headers } = options;
    const ca = readFileSync(certificate.authority);
    const place = { host: '127.0.0.1', port: https };
    const overTls = () => connect({ ...place, servername: host, ca });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return send(
      `http://127.0.0.1:${plain ? http : https}${path}`,
      { Host: host, ...(form && type), ...headers },
      form ? 'POST' : 'GET',
      form ? FORM : '',
      plain ? {} : { agent: undefined, createConnection: overTls },
    );
  }
  const status = () =>
    visit('/readyz').then(
      (response) => response.status,
      () => problems,
    );
  await expect.poll(status, { timeout: 30_000 }).toBe(200);
  const log = () => readFileSync(join(folder, 'website.log'), 'utf8');
  return { visit, log };
}

const startBehindNginx = async (settings: Record<string, string> = {}) => {
  const site = await startSiteProcess({ SITE_URL, TRUST_PROXY: '1', ...settings });
  return { site, ...(await startNginx(site.port)) };
};

describe('deploy/nginx/website.conf', () => {
  test('gives each visitor their own address, whatever they claim', async () => {
    const { site, visit } = await startBehindNginx({ CONTACT_RATE_LIMIT: '1' });
    const claimed = (address: string) =>
      visit('/contact.php', { form: true, headers: { 'X-Forwarded-For': address } });
    expect((await claimed('192.0.2.1')).status).toBe(200);
    expect((await claimed('192.0.2.2')).status).toBe(429);
    const clients = () =>
      site.log().flatMap(({ route, client }) => (route === '/contact.php' ? client : []));
    await expect.poll(clients).toEqual(['127.0.0.0/24', '127.0.0.0/24']);
  });

  test('redirects every name to the public address', async () => {
    const { visit } = await startBehindNginx();
    const page = await visit('/about', { headers: { 'Accept-Encoding': 'br' } });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      'strict-transport-security': expect.stringContaining('max-age='),
    });
    const moved = [
      await visit('/about?a=1', { host: 'example.com' }),
      await visit('/about?a=1', { plain: true }),
      await visit('/about?a=1', { host: 'example.com', plain: true }),
    ];
    expect(moved.map(({ status, headers }) => [status, headers.location])).toEqual(
      moved.map(() => [308, `${SITE_URL}/about?a=1`]),
    );
  });

  test('responds 503 without its own page, and logs no query, when the site is away', async () => {
    const { site, visit, log } = await startBehindNginx();
    await end(site.process, 'SIGTERM');
    const response = await visit('/preview?secret=canary');
    expect(response.status).toBe(503);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    expect(String(response.body)).toContain('not available for a moment');
    expect(log()).not.toContain('canary');
  });
});
