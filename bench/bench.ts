import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, median, peakMemoryMiB, pinned, untilAnswers } from './process.ts';
import { figure, table } from './table.ts';
import { benchWarmPages } from './warm.ts';

/** Starts a site anew and measures until Home answers, in milliseconds, and what it holds then, in MiB. */
async function coldStart(): Promise<{ ms: number; memoryMiB: number | null }> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswers(port, child);
  const ms = performance.now() - began;
  const memoryMiB = peakMemoryMiB(child.pid as number);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ms, memoryMiB };
}

/** Bytes of what a first visit to a page fetches, by kind; scripts in brotli. */
function bytesOfScripts(): string[][] {
  const folder = 'dist/public/static/js';
  const files = readdirSync(folder).filter((name) => name.endsWith('.js.br'));
  return files
    .map((name) => [name.replace(/-[\w]+\.js\.br$/, ''), statSync(join(folder, name)).size] as const)
    .filter(([, bytes]) => bytes > 1024)
    .sort((a, b) => b[1] - a[1])
    .map(([name, bytes]) => [name, String(bytes)]);
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
});
const starts = [];
for (let count = 0; count < 5; count += 1) starts.push(await coldStart());

console.log(await benchWarmPages({ rounds: Number(values.rounds), seconds: Number(values.seconds) }));
console.log(`\n${pinned ? 'Servers and load on a core each.' : 'Servers and load share their cores.'}\n`);
const started = figure(median(starts.map(({ ms }) => ms)), 0, ' ms');
console.log(
  table(
    ['cold start', 'median of 5'],
    [
      ['process to first 200 on Home', started],
      ['peak memory then', figure(starts[0]?.memoryMiB ?? null, 0, ' MiB')],
    ],
  ),
);
console.log(`\n${table(['script', 'bytes, brotli'], bytesOfScripts())}`);
