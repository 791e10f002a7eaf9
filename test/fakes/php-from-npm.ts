import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

/**
 * The folder of scripts in PHP's own file system, which shares only the temporary folder with the
 * host.
 */
const SCRIPTS = '/scripts';

let interpreter: Promise<PHP> | undefined;

async function startInterpreter(): Promise<PHP> {
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  await php.mount(tmpdir(), (_, files, folder) => {
    files.mkdirTree(folder);
    files.mount(files.filesystems.NODEFS, { root: folder }, folder);
    return () => files.unmount(folder);
  });
  return php;
}

/**
 * Creates a server for one router script, not yet listening, in front of the PHP from npm, which
 * has no server of its own. All of them share one interpreter, which starts clean for every
 * request.
 * @param variables environment for the script, which may write below the temporary folder
 */
export async function createPhpServer(router: string, variables: Record<string, string>) {
  interpreter ??= startInterpreter();
  const php = await interpreter;
  const scriptPath = join(SCRIPTS, resolve(router));
  php.mkdir(dirname(scriptPath));
  php.writeFile(scriptPath, readFileSync(router));
  return createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const answer = await php.runStream({
      scriptPath,
      relativeUri: url,
      method,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await buffer(request),
      env: variables,
    });
    response.statusCode = await answer.httpStatusCode;
    for (const [name, values] of Object.entries(await answer.headers))
      response.setHeader(name, values);
    response.end(await answer.stdoutBytes);
  });
}
