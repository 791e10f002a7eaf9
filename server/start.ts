import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What prom-client reads of this process. */
const OF_PROCESS = ['/proc/self/fd', '/proc/self/limits', '/proc/self/stat', '/proc/self/status'];
/** Parts of a PostgreSQL address that name files. */
const CERTIFICATES = ['sslcert', 'sslkey', 'sslrootcert'];

/**
 * Node's permission model: the process reads its own build, `DATA_DIR` and the files that the
 * environment names, writes `DATA_DIR` alone, starts no other program and loads no native code,
 * whatever a dependency or a visitor may come to make it do.
 * @param server folder of the built programs
 * @returns options for `node`
 */
export function permissions(environment: NodeJS.ProcessEnv, server: string): string[] {
  const data = resolve(environment.DATA_DIR || 'data');
  const cache = resolve(environment.NODE_COMPILE_CACHE || join(tmpdir(), 'node-compile-cache'));
  const store = URL.parse(storeAddress(environment))?.searchParams;
  const files = [
    ...Object.keys(environment)
      .filter((name) => name.endsWith('_FILE'))
      .map((name) => environment[name]),
    ...CERTIFICATES.map((name) => store?.get(name)),
  ].filter((file) => file != null && file !== '');
  // A folder that is not there yet is named with all that will be in it.
  const writable = [data, cache].flatMap((folder) => [folder, join(folder, '*')]);
  const readable = [
    join(dirname(server), '*'),
    ...writable,
    ...files.map((file) => resolve(file as string)),
    ...OF_PROCESS,
  ];
  return [
    '--permission',
    '--allow-worker', // the embedded store is a thread, which has the same rights
    '--disable-warning=SecurityWarning', // that threads are allowed
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
}

/** Empty when there is none; a file that cannot be read is the site's to complain of. */
function storeAddress({ CALLBACK_STORE, CALLBACK_STORE_FILE }: NodeJS.ProcessEnv): string {
  if (CALLBACK_STORE || !CALLBACK_STORE_FILE) return CALLBACK_STORE ?? '';
  try {
    return readFileSync(CALLBACK_STORE_FILE, 'utf8').trim();
  } catch {
    return '';
  }
}

/** By default glibc keeps a heap for nearly every thread, which costs a tenth of the memory. */
const FEWER_HEAPS = { MALLOC_ARENA_MAX: '2' };

// The same process goes on as the site: signals reach it, and nothing waits beside it. An older
// Node and Windows have no such call; there the site says which Node it needs, or runs without.
if (import.meta.main || process.execve === undefined) {
  const server = dirname(fileURLToPath(import.meta.url));
  const site = join(server, 'index.js');
  if (process.execve === undefined) await import(site);
  else {
    const options = [...process.execArgv, ...permissions(process.env, server)];
    const environment = { ...FEWER_HEAPS, ...process.env };
    process.execve(process.execPath, [process.execPath, ...options, site], environment);
  }
}
