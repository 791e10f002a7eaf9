import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';

/**
 * Starts Debian's PgBouncer in transaction mode before the PostgreSQL server of this address, until
 * the test ends: every transaction may get another of its few connections.
 * @returns the same database through it
 */
export async function startPgBouncer(databaseUrl: string): Promise<string> {
  const { hostname, port: behind, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${behind} user=site
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const bouncer = spawn('/usr/sbin/pgbouncer', [...user, file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => bouncer.once('close', resolve));
  onTestFinished(async () => {
    bouncer.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const address = `postgres://site:any@127.0.0.1:${port}${pathname}`;
  const ask = async () => {
    const client = new pg.Client(address);
    await client.connect();
    await client.query('SELECT 1');
    await client.end();
  };
  await expect.poll(() => ask().then(() => 'open', String)).toBe('open');
  return address;
}
