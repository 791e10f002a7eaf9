import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { cpuMs, median, onCore, peakMemoryMiB, SERVER_FLAGS } from './process.ts';
import type { RecordedPage } from './record.ts';
import { figure, table } from './table.ts';

interface Start {
  ms: number;
  cpuMs: number;
  memoryMiB: number;
}

/**
 * From the start of the process to the first answer, with the compile cache filled by earlier
 * starts.
 */
export async function benchStart(rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const programs = {
    'minimal Express': 'bench/servers/express.ts',
    'the site': 'dist/server/index.js',
  };
  const seen = new Map<string, Start[]>(Object.keys(programs).map((name) => [name, []]));
  const page: RecordedPage = {
    path: '/',
    etag: '',
    bodies: { br: '', gzip: '' },
    headers: { br: [], gzip: [], notModified: [] },
  };
  try {
    await writeFile(join(folder, 'pages.json'), JSON.stringify([page]));
    // The first start fills the compile cache and is not counted.
    for (let round = -1; round < rounds; round += 1)
      for (const [name, script] of Object.entries(programs)) {
        const start = await startOnce(script, folder);
        if (round >= 0) seen.get(name)?.push(start);
      }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const rows = [...seen].map(([name, starts]) => [
    name,
    figure(median(starts.map(({ ms }) => ms)), 0, ' ms'),
    figure(Math.min(...starts.map(({ ms }) => ms)), 0, ' ms'),
    figure(median(starts.map((start) => start.cpuMs)), 0, ' ms'),
    figure(median(starts.map(({ memoryMiB }) => memoryMiB)), 0, ' MiB'),
  ]);
  return table(['start', 'to the first answer', 'shortest', 'CPU until then', 'memory then'], rows);
}

async function startOnce(script: string, folder: string): Promise<Start> {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  const began = performance.now();
  const child = spawn(
    ...onCore(0, [
      process.execPath,
      ...SERVER_FLAGS,
      script,
      String(port),
      join(folder, 'pages.json'),
    ]),
    {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  while (!(await answers(port)))
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
  const pid = child.pid as number;
  const start = { ms: performance.now() - began, cpuMs: cpuMs(pid), memoryMiB: peakMemoryMiB(pid) };
  child.kill('SIGTERM');
  await once(child, 'exit');
  return start;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    request({ port, host: '127.0.0.1', path: '/', agent: false }, (response) =>
      response.resume().on('end', () => resolve(true)),
    )
      .on('error', () => setTimeout(resolve, 1, false))
      .end();
  });
}
