import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startContent } from '../test/stand-ins/content.ts';
import { sampleEntries } from '../test/stand-ins/entries.ts';
import { freePort } from '../test/support/free-port.ts';
import { median, startSite } from './process.ts';
import { figure, table } from './table.ts';

/**
 * Everything at once for ten minutes: the site's memory and file descriptors must not grow with
 * what it has served.
 */
const VISITORS = 8;
const PAUSE_MS = 10;
const SAMPLES = 60;
const MEBIBYTE = 1024 * 1024;
/**
 * How much more memory the last third may hold than the second: garbage not yet collected between
 * two rounds.
 */
const MEMORY_SLACK_BYTES = 16 * MEBIBYTE;
const DESCRIPTOR_SLACK = 8;

interface Sample {
  heap: number;
  resident: number;
  descriptors: number;
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const milliseconds = Number(values.minutes) * 60_000;
if (!(milliseconds > 0)) throw new Error('--minutes takes a number above 0');

const folder = await mkdtemp(join(tmpdir(), 'soak-'));
const content = await startContent(sampleEntries);
const adminPort = await freePort();
const site = await startSite(folder, {
  ADMIN_PORT: String(adminPort),
  CONTENT_TTL_SECONDS: '1',
  CONTACT_RATE_LIMIT: '1000000',
  ...content.environment,
});
const { port } = site;
const end = performance.now() + milliseconds;
/** The file that takes longest to send. */
const script = await largestScript();
const statuses = new Map<string, number>();
try {
  const visitors = Array.from({ length: VISITORS }, visit);
  const samples: Sample[] = [];
  for (let number = 0; number < SAMPLES; number += 1) {
    await sleep(milliseconds / SAMPLES);
    samples.push(await takeSample());
  }
  await Promise.all(visitors);
  process.exitCode = report(samples) ? 0 : 1;
} finally {
  await site.stop();
  await content.end();
  await rm(folder, { recursive: true, force: true });
}

/** One visitor after another, until time is up. */
async function visit(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const slugs = sampleEntries.map(({ fields }) => fields.slug);
  for (let turn = 0; performance.now() < end; turn += 1) {
    const encoding = { 'Accept-Encoding': ['br', 'gzip', 'identity'][turn % 3] as string };
    await ask(agent, 'GET', '/', encoding);
    await ask(agent, 'GET', `/about?${Math.random()}`, { ...encoding, 'If-None-Match': '*' });
    await ask(agent, 'GET', `/blogs/${slugs[turn % slugs.length]}`, encoding);
    await ask(agent, 'GET', `/blogs/random-${Math.random()}`, encoding);
    await ask(agent, 'GET', `/no-such-page-${Math.random()}`, encoding);
    await ask(agent, 'GET', '/api/posts', encoding);
    await ask(agent, 'GET', '/favicon.svg', encoding);
    await ask(agent, 'GET', '/sitemap.xml', encoding);
    await ask(agent, 'POST', '/vitals', {}, '{"name":"LCP","value":900,"id":"x","rating":"good"}');
    if (turn % 20 === 0) {
      const form = `name=Soak-${Math.random()}&mobile=07700900123&email=a%40example.com&message=`;
      await ask(
        agent,
        'POST',
        '/contact.php',
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        form,
      );
      leaveInTheMiddle('GET /blogs HTTP/1.1\r\nHost: x\r\n\r\n');
      leaveInTheMiddle('GET /about HTTP/1.1\r\nHost: x\r\nX-Half:');
      leaveInTheMiddle(`GET ${script} HTTP/1.1\r\nHost: x\r\n\r\n`);
      leaveInTheMiddle('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    }
    await sleep(PAUSE_MS);
  }
  agent.destroy();
}

async function largestScript(): Promise<string> {
  const sizes = await Promise.all(
    (await readdir('dist/public/static/js'))
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => ({ name, size: (await stat(`dist/public/static/js/${name}`)).size })),
  );
  return `/static/js/${sizes.sort((a, b) => b.size - a.size)[0]?.name}`;
}

function ask(
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<void> {
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { ...headers, 'Content-Length': body.length },
    });
    const settle = (status: string) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      resolve();
    };
    asked.once('response', (answer) =>
      answer.resume().once('end', () => settle(String(answer.statusCode))),
    );
    asked.once('error', (error) => settle((error as NodeJS.ErrnoException).code ?? error.name));
    asked.end(body);
  });
}

function leaveInTheMiddle(bytes: string): void {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(bytes, () => setTimeout(() => socket.destroy(), PAUSE_MS)),
  );
  socket.on('error', () => {});
}

async function takeSample(): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)`, 'm'))?.[1]);
  return {
    heap: value('nodejs_heap_size_used_bytes'),
    resident: value('process_resident_memory_bytes'),
    descriptors: value('process_open_fds'),
  };
}

/**
 * The first third is the warm-up; the second and the last are compared. @returns whether nothing
 * grew
 */
function report(samples: Sample[]): boolean {
  const third = Math.floor(samples.length / 3);
  const parts = [
    samples.slice(0, third),
    samples.slice(third, 2 * third),
    samples.slice(2 * third),
  ];
  const of = (key: keyof Sample, summary: (values: number[]) => number) =>
    parts.map((part) => summary(part.map((sample) => sample[key])));
  // The lowest heap size is what no collection could free.
  const heap = of('heap', (values) => Math.min(...values));
  const [resident, descriptors] = [of('resident', median), of('descriptors', median)];
  const flat = (values: number[], slack: number) =>
    (values[2] as number) - (values[1] as number) <= slack;
  const mebibytes = (values: number[]) =>
    values.map((value) => figure(value / MEBIBYTE, 1, ' MiB'));
  const checks = [
    flat(heap, MEMORY_SLACK_BYTES),
    flat(resident, MEMORY_SLACK_BYTES),
    flat(descriptors, DESCRIPTOR_SLACK),
  ];
  const verdicts = checks.map((ok) => (ok ? 'flat' : 'GROWS'));
  const rows = [
    ['heap in use, least', ...mebibytes(heap), verdicts[0] as string],
    ['resident memory, median', ...mebibytes(resident), verdicts[1] as string],
    [
      'file descriptors, median',
      ...descriptors.map((value) => figure(value, 0)),
      verdicts[2] as string,
    ],
  ];
  const answers = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  console.log(table(['', 'first third', 'second', 'last', ''], rows));
  console.log(`${values.minutes} minutes; answers: ${answers.join(', ')}`);
  const failed = [...statuses.keys()].filter((status) => !/^(?:2\d\d|304|404|503)$/.test(status));
  if (failed.length > 0) console.log(`not expected: ${failed.join(', ')}`);
  return checks.every(Boolean) && failed.length === 0;
}
