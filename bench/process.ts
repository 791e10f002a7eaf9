import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Options, Result } from 'autocannon';
import { freePort } from '../test/support/free-port.ts';

/** Linux counts a process's CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * True when processes can be pinned: servers to one core and the load to another, so that neither
 * takes time from the other.
 */
export const canPin = existsSync('/usr/bin/taskset') && availableParallelism() >= 2;

/** Pins a command to a core. On a smaller machine, cores beyond the last one stand for it. */
export function pinToCore(core: number, command: string[]): [string, string[]] {
  const at = Math.min(core, availableParallelism() - 1);
  const [program, ...rest] = canPin ? ['taskset', '-c', String(at), ...command] : command;
  return [program as string, rest];
}

export interface Server {
  name: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server on the servers' core and waits until it responds.
 * @param options the options of Node, the script and its arguments
 */
export async function startServer(
  name: string,
  port: number,
  options: string[],
  environment: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(...pinToCore(0, [process.execPath, ...options]), {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilUp(port, child);
  return {
    name,
    port,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Starts the site, as `npm start` does, on a free port and with a folder of its own. */
export async function startSite(environment: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const place = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir };
  const site = await startServer('the site', port, ['dist/server/start.js'], {
    ...place,
    ...environment,
  });
  return {
    ...site,
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @throws when the process ends before it responds */
async function waitUntilUp(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`a server ended with code ${child.exitCode} before it answered`);
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer) return;
    await sleep(2);
  }
}

/** Returns the milliseconds of CPU that a process has used, user and system; NaN when unknown. */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** Returns the most memory that a process ever held, in MiB; NaN when unknown. */
export function peakMemoryMiB(pid: number): number {
  try {
    const kib = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

export interface Load {
  requests: number;
  requestsPerSecond: number;
  /** Whole milliseconds. */
  p99Ms: number;
  /** Microseconds of the server's CPU for one request; NaN when unknown. */
  cpuUs: number;
}

/** @returns a command that puts load on a server; see load.ts */
export function loadCommand(server: Server, options: Omit<Options, 'url'>): [string, string[]] {
  const url = `http://127.0.0.1:${server.port}`;
  const script = new URL('load.ts', import.meta.url).pathname;
  return pinToCore(1, [process.execPath, script, JSON.stringify({ url, ...options })]);
}

/**
 * Puts load on a server.
 * @throws when a response has another status or does not arrive
 */
export async function load(
  server: Server,
  status: number,
  options: Omit<Options, 'url'>,
): Promise<Load> {
  const before = cpuMs(server.pid);
  const { stdout } = await promisify(execFile)(...loadCommand(server, options));
  const { requests, latency, errors, statusCodeStats } = JSON.parse(stdout) as Result;
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status));
  if (errors > 0 || others.length > 0 || requests.total === 0)
    throw new Error(`${server.name}: ${requests.total} answers, ${others}, ${errors} errors`);
  return {
    requests: requests.total,
    requestsPerSecond: requests.average,
    p99Ms: latency.p99,
    cpuUs: ((cpuMs(server.pid) - before) * 1000) / requests.total,
  };
}
