import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { end, startReplica } from '../../test/stand-ins/shared-cache.ts';
import { makeCertificate } from '../../test/support/certificate.ts';
import { freePort } from '../../test/support/free-port.ts';

const SITE_URL = 'https://www.example.com';

test('nginx with TLS leads everything to the one https address, and every visitor has an allowance of their own', async () => {
  const { folder, key, certificate, authority, remove } = makeCertificate('*.example.com');
  onTestFinished(remove);
  const [http, https, sitePort] = [await freePort(), await freePort(), await freePort()];
  const site = readFileSync('deploy/nginx/tls.conf', 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replace('127.0.0.1:3000', `127.0.0.1:${sitePort}`)
    .replace('/etc/letsencrypt/live/example.com/fullchain.pem', certificate)
    .replace('/etc/letsencrypt/live/example.com/privkey.pem', key)
    .replace('/var/log/nginx', folder);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${user} daemon off; pid ${folder}/pid; events {} http { ${places.join(' ')}\n${site}\n}`,
  );
  const replica = startReplica('dist', sitePort, {
    SITE_URL,
    TRUST_PROXY: '1',
    CONTACT_RATE_LIMIT: '2',
  });
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', configuration], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(async () => void (await end(nginx, 'SIGTERM')));

  const visit = (
    path: string,
    { from = '127.0.0.1', host = 'www.example.com', tls = true, body = '' },
  ) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status?: number;
      headers: object;
    }>();
    const form = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': '127.9.9.9, 192.0.2.1',
    };
    const options = {
      path,
      host: '127.0.0.1',
      localAddress: from,
      agent: false,
      method: body ? 'POST' : 'GET',
      headers: { Host: host, ...(body && form) },
    };
    const ca = readFileSync(authority);
    const sent = tls
      ? tlsRequest({ ...options, port: https, servername: 'www.example.com', ca })
      : plainRequest({ ...options, port: http });
    sent.once('response', (answer) => {
      const { statusCode: status, headers } = answer;
      answer.resume().once('end', () => resolve({ status, headers }));
    });
    sent.once('error', reject).end(body);
    return promise;
  };
  const ready = () => visit('/readyz', {}).then(({ status }) => status, String);
  await expect.poll(ready, { timeout: 15_000 }).toBe(200);

  const page = await visit('/about', {});
  expect(page).toMatchObject({
    status: 200,
    headers: { 'strict-transport-security': expect.stringContaining('max-age=') },
  });
  for (const [host, tls] of [
    ['example.com', false],
    ['www.example.com', false],
    ['example.com', true],
  ] as const)
    expect(await visit('/about?utm=1', { host, tls })).toMatchObject({
      status: 308,
      headers: { location: `${SITE_URL}/about?utm=1` },
    });

  const body = 'name=Ann&mobile=020+7946+0000&email=a%40example.com&message=';
  for (const from of ['127.1.1.1', '127.2.2.2', '127.3.3.3']) {
    const answers = [];
    for (let sent = 0; sent < 3; sent += 1)
      answers.push((await visit('/contact.php', { from, body })).status);
    expect(answers).toEqual([200, 200, 429]);
  }
  await pause(700); // a log is written in intervals of half a second
  const forms = (replica.requests() as { route: string; client: string }[]).filter(
    ({ route }) => route === '/contact.php',
  );
  expect([...new Set(forms.map(({ client }) => client))]).toEqual([
    '127.1.1.0/24',
    '127.2.2.0/24',
    '127.3.3.0/24',
  ]);
});
