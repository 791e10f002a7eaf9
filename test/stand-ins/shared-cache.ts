import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';

/** One process of the built site. */
export interface Replica {
  origin: string;
  /** Every request that it logged. */
  requests(): { route: string }[];
  process: ChildProcess;
}

/** A running shared cache in front of two replicas. */
export interface SharedCache {
  origin: string;
  /** Where PURGE requests are taken. */
  purgeOrigin: string;
  /** What nginx wrote into its logs. */
  logs(): string;
  replicas: [Replica, Replica];
}

export const CACHES = ['Varnish', 'nginx'] as const;
export type CacheName = (typeof CACHES)[number];

/**
 * Starts two replicas with this environment, each from its build, and the cache in front of them,
 * as in production; everything is stopped after the test.
 */
export async function startBehind(
  name: CacheName,
  environment: Record<string, string> = {},
  [distA, distB]: [string, string] = ['dist', 'dist'],
): Promise<SharedCache> {
  const [port, purgePort, a, b] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const origin = `http://127.0.0.1:${port}`;
  const purgeOrigin = `http://127.0.0.1:${purgePort}`;
  const settings = {
    SITE_URL: origin,
    TRUST_PROXY: '1',
    CACHE_PURGE_URL: purgeOrigin,
    CONTACT_RATE_LIMIT: '100000',
    ...environment,
  };
  const replicas: [Replica, Replica] = [
    startReplica(distA, a, settings),
    startReplica(distB, b, settings),
  ];
  for (const replica of replicas) await answers(replica.origin);
  const folder = temporaryFolder('cache-');
  const [command, ...options] = { Varnish: varnish, nginx }[name](folder, {
    port,
    purgePort,
    a,
    b,
  });
  const cache = spawn(command as string, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  cache.stderr.on('data', (chunk) => {
    output += chunk;
  });
  cache.once('error', (error) => {
    output += `${name} is needed (Debian: apt-get install varnish nginx): ${error.message}`;
  });
  // Not SIGKILL: the workers of nginx would go on without it.
  onTestFinished(async () => void (await end(cache, 'SIGTERM')));
  await answers(origin, () => output);
  const logs = () =>
    ['access.log', 'error.log'].map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  return { origin, purgeOrigin, logs, replicas };
}

interface Ports {
  port: number;
  purgePort: number;
  a: number;
  b: number;
}

/** The configuration as it is deployed, with this machine's addresses in it. */
function varnish(folder: string, { port, purgePort, a, b }: Ports): string[] {
  const deployed = readFileSync('deploy/varnish/default.vcl', 'utf8');
  const vcl = [a, b].reduce(
    (text, replica) =>
      text.replace(/"site-[ab]";\n(\s*\.port = )"3000"/, `"127.0.0.1";\n$1"${replica}"`),
    deployed,
  );
  writeFileSync(join(folder, 'default.vcl'), vcl);
  const listeners = ['-a', `127.0.0.1:${port}`, '-a', `purge=127.0.0.1:${purgePort}`];
  // -j none: the files below belong to this test, which may not be root.
  const own = ['-F', '-j', 'none', '-n', join(folder, 'run'), '-f', join(folder, 'default.vcl')];
  return ['varnishd', ...own, ...listeners, '-p', 'http_gzip_support=off', '-s', 'malloc,64m'];
}

function nginx(folder: string, { port, purgePort, a, b }: Ports): string[] {
  const site = readFileSync('deploy/nginx/site.conf', 'utf8')
    .replaceAll('site-a:3000', `127.0.0.1:${a}`)
    .replaceAll('site-b:3000', `127.0.0.1:${b}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 127.0.0.1:8081;', `listen 127.0.0.1:${purgePort};`)
    .replaceAll('/var/log/nginx', folder)
    .replace('/var/cache/nginx/site', join(folder, 'cache'));
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { ${places.join(' ')}\n${site}\n}`,
  );
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
}

/** @param dist folder of its build */
export function startReplica(
  dist: string,
  port: number,
  environment: Record<string, string>,
): Replica {
  const replica = spawn(process.execPath, [join(dist, 'server/index.js')], {
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: temporaryFolder('replica-'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  replica.stdout.on('data', (chunk) => {
    output += chunk;
  });
  onTestFinished(async () => void (await end(replica)));
  const lines = () =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: () => lines().filter(({ msg }) => msg === 'request'),
    process: replica,
  };
}

function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Ends a process and waits until it has. @returns its exit code, null when the signal ended it */
export async function end(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0];
}

async function answers(origin: string, output = () => 'no answer'): Promise<void> {
  const status = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.status,
      () => output(),
    );
  await expect.poll(status, { timeout: 15_000, interval: 50 }).toBe(200);
}
