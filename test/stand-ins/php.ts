import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';

/** A real PHP interpreter that serves one router script. */
export interface Php {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Starts `php -S` on a free port of 127.0.0.1; it is stopped after the test.
 * @param variables environment for the script.
 * @throws when PHP is missing: a test that needs it must not pass without it.
 */
export async function startPhp(
  router: string,
  variables: Record<string, string> = {},
  port?: number,
): Promise<Php> {
  const address = `127.0.0.1:${port ?? (await freePort())}`;
  const php = spawn('php', ['-n', '-S', address, router], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => stop(php));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    php.once('error', (error) =>
      reject(new Error(`PHP 8 is needed (Debian: apt-get install php-cli): ${error.message}`)),
    );
    php.once('exit', () => reject(new Error(`php -S ended: ${output}`)));
    php.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
      if (/Development Server .* started/.test(output)) resolve();
    });
  });
  return { origin: `http://${address}`, stop: () => stop(php) };
}

async function stop(php: ChildProcess): Promise<void> {
  if (php.exitCode !== null || php.signalCode !== null || php.pid === undefined) return;
  php.kill();
  await once(php, 'exit');
}
