import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Script } from 'node:vm';

/** After the first answer the site makes its other pages ready: no visitor waits for that. */
const LOOK_MS = 20;
/** The build fails when the site has not answered by then. */
const LIMIT_MS = 120_000;

/** What `index.js` of a build exports. */
interface Started {
  script: Script;
  cacheFile: string;
}

/**
 * Starts a built site once and writes beside it what V8 compiled up to its first page. V8 takes that
 * only under the settings under which it was made, so they are those of the start.
 * @param out folder of the build
 */
export async function writeCodeCache(out: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'build-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const options = [import.meta.filename, resolve(out, 'server/index.js')];
  // The settings of whoever builds are not the site's.
  const env = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, options, { env, timeout: LIMIT_MS });
  await rm(dataDir, { recursive: true, force: true });
}

/** Runs in the process of that site. */
async function writeWhenAnswered(index: string): Promise<void> {
  const { script, cacheFile }: Started = await import(pathToFileURL(index).href);
  const home = `http://127.0.0.1:${process.env.PORT}/`;
  for (;;) {
    const answer = await fetch(home).catch(() => null);
    await answer?.text();
    if (answer?.ok) break;
    await sleep(LOOK_MS);
  }
  await writeFile(cacheFile, script.createCachedData());
  process.exit();
}

if (import.meta.main) await writeWhenAnswered(process.argv[2] as string);
