import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import pretty from 'pino-pretty';
import { buildSite } from '../esbuild.config.ts';

/** Editors write a file in several steps; one rebuild covers them all. */
const SETTLE_MS = 60;

let server: ChildProcess | undefined;

/**
 * Builds, then restarts the server; open pages notice the new build and reload. A build that fails
 * leaves the old one running.
 */
async function rebuild(): Promise<void> {
  const began = performance.now();
  try {
    await buildSite({ development: true });
  } catch {
    return; // esbuild has reported the fault
  }
  console.log(`built in ${Math.round(performance.now() - began)} ms`);
  const before = server;
  if (before && before.exitCode === null) {
    const ended = new Promise((resolve) => before.once('exit', resolve));
    before.kill('SIGTERM');
    await ended;
  }
  const started = spawn(process.execPath, ['--enable-source-maps', 'dist/server/index.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.stdout.pipe(pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }));
  server = started;
  // Its first line says that it has read its files: only then may the next build replace them.
  await new Promise((resolve) => {
    started.stdout.once('data', resolve);
    started.once('exit', resolve);
  });
}

let queue = rebuild();
let settle: ReturnType<typeof setTimeout> | undefined;
for (const folder of ['server', 'client', 'shared', 'public'])
  watch(folder, { recursive: true }, () => {
    clearTimeout(settle);
    settle = setTimeout(() => {
      queue = queue.then(rebuild);
    }, SETTLE_MS);
  });

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server?.kill('SIGTERM');
    process.exit(0);
  });
