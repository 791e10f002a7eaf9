import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** The built site as a process of its own. */
export interface SiteProcess {
  process: ChildProcess;
  port: number;
  url: string;
  dataDir: string;
  /** Standard output and standard error so far. */
  output(): string;
  /** Parsed log lines. */
  log(): Record<string, unknown>[];
  /** Settles when it has ended, with its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

/** An import that makes SIGUSR2 throw where nobody catches. */
export const THROW_ON_SIGUSR2 =
  "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw%20new%20Error('thrown')})";

/**
 * Runs the site in this environment alone, until the test ends in any way.
 * @param stdout a file that takes its standard output
 */
export async function spawnSite(
  environment: Record<string, string> = {},
  nodeOptions: string[] = [],
  program = 'dist/server/index.js',
  cwd = '.',
  stdout: number | 'pipe' = 'pipe',
): Promise<SiteProcess> {
  const port = Number(environment.PORT ?? (await freePort()));
  const dataDir = mkdtempSync(join(tmpdir(), 'site-process-'));
  const child = spawn(process.execPath, [...nodeOptions, program], {
    cwd,
    env: { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    process: child,
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => output,
    log: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line)),
    ended,
  };
}

/** Runs the site in this environment alone, and waits until it is ready. */
export async function startSiteProcess(
  ...parts: Parameters<typeof spawnSite>
): Promise<SiteProcess> {
  const site = await spawnSite(...parts);
  const readiness = () =>
    fetch(`${site.url}/readyz`).then(
      ({ status }) => status,
      () => site.output(),
    );
  await expect.poll(readiness, { timeout: 30_000, interval: 50 }).toBe(200);
  return site;
}

/**
 * Ends a process and waits until it has.
 * @returns its exit code, null when the signal ended it
 */
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
