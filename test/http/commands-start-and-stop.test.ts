import { once } from 'node:events';
import {
  Agent,
  createServer,
  get as httpGet,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readCallbacks } from '../support/callbacks/stored-callbacks.ts';
import { spawnSite, startSiteProcess, THROW_ON_SIGUSR2 } from '../support/site-process.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const callback = (name: string) => `name=${name}&mobile=07700900123&email=a%40example.com&message=`;

/** A PHP backend that answers when it is told to. */
async function startSlowBackend() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async (request, response) => {
    request.resume();
    await released;
    response.end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    release();
    server.closeAllConnections();
    server.close();
  });
  const asked = once(server, 'request');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, release };
}

test('asked to stop under load: not ready at once, nothing fails, running requests finish, exit 0', async () => {
  const backend = await startSlowBackend();
  const site = await startSiteProcess({ DRAIN_DELAY_SECONDS: '1', PHP_BACKEND_URL: backend.url });
  const running = httpRequest(`${site.url}/contact.php`, {
    method: 'POST',
    headers: FORM,
    agent: new Agent({ keepAlive: true }),
  });
  running.end(callback('Ann'));
  await backend.asked;

  const failures: unknown[] = [];
  const seen = { served: 0, toldToClose: 0 };
  let ready = true;
  /** A visitor behind a load balancer that looks at the readiness before every request. */
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
  const visitors = Promise.all(Array.from({ length: 10 }, visitor));
  await expect.poll(() => seen.served).toBeGreaterThan(20);
  site.process.kill('SIGTERM');
  await visitors;
  expect(failures).toEqual([]);
  expect(seen.toldToClose).toBeGreaterThan(0);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

  await expect
    .poll(
      () =>
        get(`${site.url}/about`).then(
          () => 'served',
          () => 'refused',
        ),
      { timeout: 5000 },
    )
    .toBe('refused');
  backend.release();
  const [answer] = (await once(running, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  const answeredAt = performance.now();
  expect(await site.ended).toBe(0);
  // That request's kept-alive connection does not keep the process until the drain's limit.
  expect(performance.now() - answeredAt).toBeLessThan(5000);
  expect(site.log().at(-1)?.msg).toBe('stopped');
});

test('SIGINT ends it too, and a second signal ends it at once', async () => {
  const polite = await startSiteProcess();
  polite.process.kill('SIGINT');
  expect(await polite.ended).toBe(0);
  const impatient = await startSiteProcess({ DRAIN_DELAY_SECONDS: '10' });
  impatient.process.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${impatient.url}/readyz`)).status).toBe(503);
  impatient.process.kill('SIGTERM');
  expect(await impatient.ended).toBe(1);
  expect(impatient.log().map(({ msg }) => msg)).not.toContain('stopped');
});

test('an error that nobody caught is logged and ends the process with 1; what was acknowledged is on the disk', async () => {
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

test('a bad environment ends the start with 1 and a line for every fault, none of which repeats a value', async () => {
  const site = await spawnSite({
    PORT: 'eighty',
    SITE_URL: 'ftp://x',
    TRUST_PROXY: 'true',
    CONTENTFUL_ACCESS_TOKEN: 'canary-8412',
  });
  expect(await site.ended).toBe(1);
  const lines = site.output().trim().split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'SITE_URL',
    'TRUST_PROXY',
    'CONTENTFUL_SPACE_ID',
  ]);
  expect(site.output()).not.toMatch(/canary-8412|eighty|ftp/);
});

test('a port that is taken is said plainly', async () => {
  const first = await startSiteProcess();
  const samePort = await spawnSite({ PORT: String(first.port) });
  expect(await samePort.ended).toBe(1);
  expect(samePort.log().at(-1)?.msg).toBe(
    `the site could not start: listen EADDRINUSE: address already in use 127.0.0.1:${first.port}`,
  );
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
});

test('a client that asks for a tunnel and resets the connection does not bring down the process', async () => {
  const site = await startSiteProcess();
  for (let turn = 0; turn < 20; turn += 1) {
    const socket = connect(site.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  // A client that stays, with its half of the connection open, is dropped.
  const staying = connect({ port: site.port, host: '127.0.0.1', allowHalfOpen: true });
  staying.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  const [answer] = await once(staying.setEncoding('latin1'), 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  await once(staying, 'end');
  staying.on('error', () => {});
  staying.write('more');
  await expect.poll(() => staying.write('more') && !staying.destroyed).toBe(false);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});

/** One answer, read to its end. */
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
