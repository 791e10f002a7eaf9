import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { createPhpServer } from './php-from-npm.ts';

/**
 * Serves one router script with a real PHP interpreter on 127.0.0.1 until the test ends: with the
 * one that npm brings, or where the environment says `PHP=native` with `php -S`.
 * @param variables environment for the script.
 * @param port a free one where none is given.
 * @returns the origin
 */
export async function startPhp(
  router: string,
  variables: Record<string, string> = {},
  port?: number,
): Promise<string> {
  const chosen = port ?? (await freePort());
  if (process.env.PHP === 'native') await startNative(router, variables, chosen);
  else {
    const server = await createPhpServer(router, variables);
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server.listen(chosen, '127.0.0.1'), 'listening');
  }
  return `http://127.0.0.1:${chosen}`;
}

/**
 * Starts `php -S`.
 * @throws when PHP is missing: a test that needs it must not pass without it
 */
async function startNative(router: string, variables: Record<string, string>, port: number) {
  const php = spawn('php', ['-n', '-S', `127.0.0.1:${port}`, router], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    if (php.pid !== undefined && php.kill()) await once(php, 'exit');
  });
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
}
