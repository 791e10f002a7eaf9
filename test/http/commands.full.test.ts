import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readCallbacks } from '../support/callbacks/stores.ts';
import { serve } from '../support/serve.ts';
import { sharedSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';
import { spawnSite, startSiteProcess, THROW_ON_SIGUSR2 } from '../support/site-process.ts';
import { OTHER_COMPANY } from '../support/test-company.ts';
import { callbackFields } from '../support/typed.ts';

const ready = (log: Record<string, unknown>[]) =>
  log.find(({ msg }) => String(msg).startsWith('ready on '));
const warnings = (log: Record<string, unknown>[]) =>
  log.filter(({ level }) => level === 40).map(({ msg }) => msg);

test('the start logs what it is and warns of placeholders and missing testimonials', async () => {
  const site = await startSiteProcess({
    SITE_URL: 'https://www.example.com',
    PHP_BACKEND_URL: 'http://127.0.0.1:9',
    COMPANY_NAME: 'Example Motor Claims',
  });
  await expect.poll(() => ready(site.log())).toBeDefined();
  expect(ready(site.log())?.msg).toMatch(
    /^ready on https:\/\/www\.example\.com, listening on http:\/\/\S+:\d+$/,
  );
  expect(ready(site.log())).toMatchObject({
    posts: 'none',
    store: 'none',
    channels: ['php'],
    proxies: 0,
    origin: 'https://www.example.com',
    build: expect.any(String),
  });
  const said = warnings(site.log()).join('\n');
  expect(said).toMatch(/COMPANY_NUMBER is still a placeholder/);
  expect(said).toMatch(/there are no testimonials in the site file/);
  expect(said).not.toContain('COMPANY_NAME');
});

/** Runs the built program in this environment alone. */
function golive(environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('dist/server/golive.js')],
    { cwd: tmpdir(), env: environment, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('golive exits 1 while something would be false, 0 when the site is complete', () => {
  const fresh = golive({});
  expect(fresh.status).toBe(1);
  expect(fresh.stdout).toContain('SITE_URL is not set');
  expect(fresh.stderr).toBe('');
  const example = { SITE_FILE: resolve('test/support/example-site.json') };
  expect(golive(example).stdout).toContain('company.email has an address that reaches no one');
  const complete = golive({
    ...OTHER_COMPANY,
    COMPANY_PHONE: '020 7123 4567',
    COMPANY_PHONE_24H: '0800 111 1111',
    COMPANY_EMAIL: 'help@ann.co.uk',
    COMPANY_CLAIMS_EMAIL: 'cases@ann.co.uk',
    COMPANY_NUMBER: '01234567',
    COMPANY_HEAD_OFFICE: '8 Wharf Road, London E1 1AA',
    SITE_URL: 'https://www.ann.co.uk',
    SITE_FILE: siteFile({ testimonials: [] }),
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'canary',
    CALLBACK_WEBHOOK_URL: 'https://crm.ann.co.uk/callbacks',
    CALLBACK_WEBHOOK_SECRET: 'canary of the webhook',
  });
  expect(complete.status).toBe(0);
  expect(complete.stdout).toContain('https://www.ann.co.uk, listening on http://localhost:3000\n');
  expect(complete.stdout).toContain('For a solicitor');
  expect(complete.stdout).not.toContain('canary');
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const callback = (name: string) => new URLSearchParams(callbackFields({ name })).toString();

/** Starts a PHP backend that answers when it is told to. */
async function startSlowBackend() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const url = await serve(async (request, response) => {
    request.resume();
    ask();
    await released;
    response.end('{"ok":true}');
  });
  return { url, asked, release };
}

test('a stop under load turns readiness off, finishes running requests and exits 0', async () => {
  const backend = await startSlowBackend();
  const site = await startSiteProcess({ DRAIN_DELAY_SECONDS: '3', PHP_BACKEND_URL: backend.url });
  const failures: unknown[] = [];
  const seen = { served: 0, toldToClose: 0 };
  let ready = true;
  /** Visits behind a load balancer that looks at the readiness before every request. */
  const visitor = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (ready)
      try {
        const readiness = await get(`${site.url}/readyz`, agent);
        ready &&= readiness.statusCode === 200;
        const answer = await get(`${site.url}/about`, agent);
        if (answer.statusCode !== 200) failures.push(answer.statusCode);
        seen.served += 1;
        if (answer.headers.connection === 'close') seen.toldToClose += 1;
      } catch (error) {
        failures.push(error);
      }
    agent.destroy();
  };
  const visitors = Promise.all(Array.from({ length: 4 }, visitor));
  await expect.poll(() => seen.served).toBeGreaterThan(20);
  const agent = new Agent({ keepAlive: true });
  const running = httpRequest(`${site.url}/contact.php`, { method: 'POST', headers: FORM, agent });
  const answered = once(running.end(callback('Ann')), 'response');
  answered.catch(() => {}); // said below
  await backend.asked;
  site.process.kill('SIGTERM');
  await visitors;
  expect(failures).toEqual([]);
  expect(seen.toldToClose).toBeGreaterThan(0);

  const isServed = () =>
    get(`${site.url}/about`).then(
      () => true,
      () => false,
    );
  await expect.poll(isServed).toBe(false);
  backend.release();
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  expect(await site.ended).toBe(0);
  expect(site.log().at(-1)?.msg).toBe('stopped');
});

test('the ready line names the port of each listener, and all of them are drained', async () => {
  const site = await spawnSite({
    PORT: '0',
    ADMIN_PORT: '0',
    DESK_PORT: '0',
    DESK_PASSWORD: '0123456789abcdef',
    DRAIN_DELAY_SECONDS: '10',
  });
  await expect.poll(() => ready(site.log()), { timeout: 60_000 }).toBeDefined();
  const { port, adminPort, deskPort, msg } = ready(site.log()) as Record<string, unknown>;
  expect(msg).toMatch(new RegExp(`, listening on http://127.0.0.1:${port}$`));
  const paths = { [`${port}/healthz`]: 200, [`${adminPort}/metrics`]: 200 };
  const agent = new Agent({ keepAlive: true });
  for (const [path, status] of Object.entries({ ...paths, [`${deskPort}/callbacks`]: 401 })) {
    const { statusCode, headers } = await get(`http://127.0.0.1:${path}`, agent);
    expect([path, statusCode, headers.connection]).toEqual([path, status, 'keep-alive']);
  }
  site.process.kill('SIGTERM');
  for (const path of [`${port}/healthz`, `${adminPort}/metrics`, `${deskPort}/callbacks`]) {
    const connection = () =>
      get(`http://127.0.0.1:${path}`, agent).then(({ headers }) => headers.connection);
    await expect.poll(connection).toBe('close');
  }
  agent.destroy();
});

test.each([
  [{ HOST: 'no.such.host.invalid' }, /^HOST: must be an address of this machine.*\)\n$/],
  [{ HOST: '192.0.2.1' }, /^HOST: must be an address of this machine.*\(EADDRNOTAVAIL\)\n$/],
  [
    { ADMIN_PORT: '0', ADMIN_HOST: '192.0.2.1' },
    /^ADMIN_HOST: must be an address of this machine.*\)\n$/,
  ],
  [
    { DESK_PORT: '0', DESK_HOST: '192.0.2.1', DESK_PASSWORD: '0123456789abcdef' },
    /^DESK_HOST: must be an address of this machine.*\)\n$/,
  ],
])(
  'an address that cannot be listened on stops the start with one line (%o)',
  async (environment, line) => {
    const site = await spawnSite(environment);
    expect(await site.ended).toBe(1);
    expect(site.output()).toMatch(line);
  },
);

test('a taken port is named, and a second SIGINT ends the site at once', async () => {
  const site = await startSiteProcess({ DRAIN_DELAY_SECONDS: '10' });
  const taken = String(site.port);
  for (const name of ['PORT', 'ADMIN_PORT', 'DESK_PORT']) {
    const other = await spawnSite({ DESK_PASSWORD: '0123456789abcdef', [name]: taken });
    expect(await other.ended).toBe(1);
    expect(other.output()).toBe(`${name}: must be a port that nothing else uses (EADDRINUSE)\n`);
  }
  site.process.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(503);
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(1);
  expect(site.log().map(({ msg }) => msg)).not.toContain('stopped');
});

test('a SIGTERM while the site is still being loaded ends it with 0', async () => {
  const sendAtLoad = `process.getBuiltinModule('node:module').registerHooks({
    load(url, context, next) {
      if (url.endsWith('/site.js')) process.kill(process.pid, 'SIGTERM');
      return next(url, context);
    },
  });`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(sendAtLoad)}`;
  expect(await (await spawnSite({}, [preload])).ended).toBe(0);
});

test('an uncaught error is logged and ends the process with 1; stored requests stay', async () => {
  const site = await startSiteProcess({ CONTACT_RATE_LIMIT: '1000' }, [THROW_ON_SIGUSR2]);
  const acknowledged: string[] = [];
  const visitor = async (_: unknown, number: number) => {
    for (let turn = 0; ; turn += 1) {
      const name = `Ann-${number}-${turn}`;
      const answer = await fetch(`${site.url}/contact.php`, {
        method: 'POST',
        headers: FORM,
        body: callback(name),
      });
      if (((await answer.json()) as { ok: boolean }).ok) acknowledged.push(name);
    }
  };
  const visitors = Promise.allSettled(Array.from({ length: 4 }, visitor));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(8);
  site.process.kill('SIGUSR2');
  expect(await site.ended).toBe(1);
  await visitors;
  expect(site.log()).toContainEqual(
    expect.objectContaining({
      msg: 'uncaughtException',
      build: expect.stringMatching(/^[\da-f]{16}$/),
      err: expect.objectContaining({ message: 'thrown' }),
    }),
  );
  const kept = (await readCallbacks(site.dataDir)).map(({ fields }) => fields.name);
  expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([]);
});

test('a bad environment exits with 1 and a line for each variable, without its value', async () => {
  const site = await spawnSite({
    PORT: 'eighty',
    SITE_URL: 'ftp://x',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'loud',
    PHP_BACKEND_URL: 'ftp://x',
    CONTENTFUL_ACCESS_TOKEN: 'canary-8412',
  });
  expect(await site.ended).toBe(1);
  const lines = site.output().trim().split('\n');
  expect(lines.map((line) => line.replace(/(?<=must).*/, '')).sort()).toEqual([
    'CONTENTFUL_SPACE_ID: must',
    'LOG_LEVEL: must',
    'PHP_BACKEND_URL: must',
    'PORT: must',
    'SITE_URL: must',
    'TRUST_PROXY: must',
  ]);
  expect(site.output()).not.toMatch(/canary-8412|eighty|ftp|loud/);
});

test('a client that asks for a tunnel and resets the connection does no harm', async () => {
  const site = await sharedSite();
  const port = Number(new URL(site.url).port);
  for (let turn = 0; turn < 20; turn += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  // A client that stays, with its half of the connection open, is dropped.
  const staying = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  staying.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  const [answer] = await once(staying.setEncoding('latin1'), 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  await once(staying, 'end');
  staying.on('error', () => {});
  staying.write('more');
  await expect.poll(() => staying.write('more') && !staying.destroyed).toBe(false);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});

/** Reads one response to its end. */
function get(url: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = httpGet(url, { agent }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer))
        .once('error', reject);
    });
    asked.once('error', reject);
  });
}
