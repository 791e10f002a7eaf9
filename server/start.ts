import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from './config/config-error.ts';
import { loadEnvFile } from './config/env/env-file.ts';
import { readSecretFile, SECRET_VARIABLES } from './config/env/secrets.ts';
import { locateSiteFile } from './config/site-file/locate-site-file.ts';

/** Files that @prometheus-io/client reads, and that tell where `DATA_DIR` is mounted. */
const PROC_FILES = ['fd', 'limits', 'stat', 'status', 'mountinfo'].map((of) => `/proc/self/${of}`);
/** Parts of a PostgreSQL address that name files. */
const CERTIFICATE_PARAMS = ['sslcert', 'sslkey', 'sslrootcert'];
/** Settings that name a file with a secret. */
const FILE_VARIABLES = SECRET_VARIABLES.map((name) => `${name}_FILE`);
/**
 * The model of Node 26 covers the network, too, and warns that this is new; Node 24 knows no such
 * option.
 */
const NETWORK = ['--allow-net', '--disable-warning=ExperimentalWarning'];

/**
 * The most MiB of each half of V8's young generation. Node 26 takes 32, of which 50 MB more stay in
 * the process after a folder was read or many pages were rendered.
 */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/**
 * MiB of V8's old generation, twice what the process is to have in all. V8 collects the more seldom
 * the more it may have: by its own limit of 4 GB, a crawl of 700 pages takes 70 MB more.
 */
const OLD_GENERATION = '--max-old-space-size=512';

/**
 * Settings of glibc's allocator, which would else keep what was freed, for each thread apart: after
 * a crawl of 700 pages 60 MB (mallopt(3)). Other systems ignore them.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Node's permission model: the process reads its own build, `DATA_DIR`, the owner's folder and the
 * files that the environment names, writes `DATA_DIR` alone, starts no other
 * program and loads no native code, whatever a dependency or a visitor may come to make it do.
 * @param server folder of the built programs
 * @returns options for `node`
 */
export function permissionFlags(environment: NodeJS.ProcessEnv, server: string): string[] {
  const data = resolve(environment.DATA_DIR || 'data');
  const store = URL.parse(readDatabaseUrl(environment))?.searchParams;
  const files = [
    ...FILE_VARIABLES.map((name) => environment[name]),
    ...CERTIFICATE_PARAMS.map((name) => store?.get(name)),
  ].filter(isFile);
  // A folder that is not there yet is named with all that will be in it.
  const writable = [...missingAbove(data), data, join(data, '*')];
  const readable = [
    join(dirname(server), '*'),
    ...writable,
    ...files.map((file) => resolve(file)),
    ...ownerFolders(environment).flatMap((folder) => [folder, join(folder, '*')]),
    ...PROC_FILES,
  ];
  return [
    '--permission',
    '--allow-worker', // the embedded store is a thread, which has the same rights
    '--disable-warning=SecurityWarning', // that threads are allowed
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? NETWORK : []),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
}

/** Returns the owner's folder, and the one in which the site file lies with its pictures. */
function ownerFolders({ SITE_DIR, SITE_FILE }: NodeJS.ProcessEnv): string[] {
  const siteDir = resolve(SITE_DIR || 'site');
  const folders = [siteDir];
  const file = SITE_FILE && locateSiteFile(siteDir, SITE_FILE);
  if (isFile(file)) folders.push(dirname(file));
  // The root, or an asterisk, would open much more than a folder of the owner.
  return folders.filter((folder) => folder !== dirname(folder) && !folder.includes('*'));
}

/** Returns the missing folders above a path, which are made together with it. */
function missingAbove(path: string): string[] {
  const above = dirname(path);
  return existsSync(above) ? [] : [...missingAbove(above), above];
}

/**
 * A folder would be opened with all that is in it, and so would everything that a `*` stands for. A
 * link to a file is opened by its own name: it may be swapped, as in a mounted ConfigMap.
 */
function isFile(path: string | null | undefined): path is string {
  if (!path || path.includes('*')) return false;
  try {
    return !statSync(path).isDirectory();
  } catch {
    return true; // the site's to complain of
  }
}

/** Empty when there is none; a file that cannot be read is the site's to complain of. */
function readDatabaseUrl({ DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv): string {
  if (DATABASE_URL || !DATABASE_URL_FILE) return DATABASE_URL ?? '';
  try {
    return readSecretFile(DATABASE_URL_FILE);
  } catch {
    return '';
  }
}

// The same process goes on as the site: signals reach it, and nothing waits beside it. An older
// Node and Windows have no such call; there the site says which Node it needs, or runs without.
if (import.meta.main || process.execve === undefined) {
  const server = dirname(fileURLToPath(import.meta.url));
  const site = join(server, 'index.js');
  try {
    loadEnvFile();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  if (process.execve === undefined) await import(pathToFileURL(site).href);
  else {
    const permissions = permissionFlags(process.env, server);
    const options = [YOUNG_GENERATION, OLD_GENERATION, ...process.execArgv, ...permissions];
    process.execve(process.execPath, [process.execPath, ...options, site], {
      ...ALLOCATOR,
      ...process.env,
    });
  }
}
