import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate } from '../certificate.ts';
import { freePort } from '../free-port.ts';

/** The exit code of psql when it cannot connect. */
const NOT_CONNECTED = 2;

export interface PostgresServer {
  /** Creates an empty database and returns its address; without a name it gets one of its own. */
  newDatabase(name?: string): string;
  /** The variables by which PostgreSQL's own programs reach it, through its socket. */
  variables: { PGHOST: string; PGPORT: string; PGUSER: string };
  /** Runs SQL in a database, as soon as it can be reached. @returns the first column of the rows */
  sql(database: string, statement: string): Promise<string[]>;
  /** The id of the process that accepts connections. */
  pid(): number;
  /** Stops it as a failure of its machine would; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/**
 * A PostgreSQL of Debian in a folder of its own, run by the user postgres when this process is
 * root.
 * @param tls also takes connections with this certificate
 */
export async function startPostgres(tls?: Certificate): Promise<PostgresServer> {
  const programs = dirname(globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1) ?? '');
  const root = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user: SpawnOptions = root ? { uid: id('-u'), gid: id('-g') } : {};
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (root) execFileSync('chown', ['postgres', folder]);
  chmodSync(folder, 0o700);
  const call = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...user, cwd: folder, stdio: 'pipe' } as object);
  const data = join(folder, 'data');
  call('initdb', '-D', data, '-U', 'site', '--auth=trust', '--encoding=UTF8', '--no-sync');
  const port = await freePort();
  const options = [
    'recovery_init_sync_method=syncfs', // a start after a crash takes a tenth of the time
    ...(tls ? ['ssl=on', `ssl_cert_file=${tls.certificate}`, 'ssl_key_file=key.pem'] : []),
  ];
  if (tls) {
    const key = join(data, 'key.pem'); // PostgreSQL takes only a key of its own
    cpSync(tls.key, key);
    chmodSync(key, 0o600);
    if (root) execFileSync('chown', ['postgres', key]);
  }
  let server: ChildProcess = spawn('true');
  const sql = async (database: string, statement: string) => {
    const place = ['-h', folder, '-p', String(port), '-U', 'site'];
    for (;;)
      try {
        return call('psql', ...place, '-Atc', statement, database)
          .toString()
          .split('\n')
          .filter(Boolean);
      } catch (error) {
        if ((error as { status?: number }).status !== NOT_CONNECTED) throw error;
        await delay(50);
      }
  };
  const start = async () => {
    const place = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
    const args = [...place, ...options.flatMap((option) => ['-c', option])];
    server = spawn(join(programs, 'postgres'), args, { ...user, stdio: 'ignore' });
    while (!(await answers(port))) await delay(50);
    await sql('postgres', 'SELECT 1');
  };
  const stop = async () => {
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
  };
  await start();
  return {
    newDatabase(name = `site_${randomUUID().slice(0, 8)}`) {
      const options = ['-h', folder, '-p', String(port), '-U', 'site'];
      call('dropdb', '--if-exists', '--force', ...options, name); // left by a first try
      call('createdb', ...options, name);
      return `postgres://site:canary-password@127.0.0.1:${port}/${name}`;
    },
    variables: { PGHOST: folder, PGPORT: String(port), PGUSER: 'site' },
    sql,
    pid: () => server.pid as number,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
