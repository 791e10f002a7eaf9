import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testNoticesContract } from '../../test/support/callbacks/notices-contract.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { testStoreContract } from '../../test/support/callbacks/store-contract.ts';
import {
  callersOf,
  closedStoreWith,
  databasePath,
  namesIn,
  request,
} from '../../test/support/callbacks/stores.ts';
import { startSite } from '../../test/support/site.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { openCallbackStore } from '../callbacks/store/callback-store.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

const newDatabase = () => server.newDatabase();

function open(databaseUrl: string, lines: string[] = []) {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const store = openCallbackStore({
    config: { databaseUrl, dataDir: '/nowhere' },
    log,
    retryMs: 100,
  });
  onTestFinished(() => store.close());
  return store;
}

async function createDatabase() {
  const url = newDatabase();
  return () => open(url);
}

testStoreContract(createDatabase);
testNoticesContract(createDatabase);

test('rejects requests only while the database is down, and logs no password', async () => {
  const url = newDatabase();
  const lines: string[] = [];
  const store = open(url, lines);
  await store.add(request('Ann'), ['php']);
  await server.stop();
  await expect(store.add(request('Bea'), [])).rejects.toThrow();
  const late = open(url, lines);
  await expect(late.deliveries.counts()).rejects.toThrow();
  expect([store.opened, late.opened]).toEqual([true, false]);
  await server.start();
  await expect.poll(() => store.add(request('Bea'), []).catch(() => null)).not.toBeNull();
  await expect.poll(() => late.opened).toBe(true);
  expect(await callersOf(late)).toHaveLength(2);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain('canary-password');
});

test('rejects a database without TLS when the address asks for TLS', async () => {
  const store = open(`${newDatabase()}?sslmode=verify-full`);
  await expect(store.deliveries.counts()).rejects.toThrow(/SSL/);
});

test('warns of requests in an embedded database, until they are imported', async () => {
  const dataDir = await closedStoreWith('Ann', 'Bea');
  const file = databasePath(dataDir);
  const environment = { DATABASE_URL: newDatabase(), DATA_DIR: dataDir };
  const warnings = ({ lines }: { lines: string[] }) =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('--import'));
  const site = await startSite(environment);
  await expect.poll(() => warnings(site)).toMatchObject([{ level: 40, file, requests: 2 }]);
  const command = [join('dist', 'server', 'callbacks.js'), '--import', file];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment });
  expect(stdout).toContain('Imported 2 callback requests');
  expect(await namesIn(environment.DATABASE_URL)).toEqual(['Ann', 'Bea']);
  const next = await startSite(environment);
  await expect.poll(() => next.callbacks?.store.opened).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(warnings(next)).toEqual([]);
});

test('takes requests in the database that the guide makes, through its socket', async () => {
  const guide = readFileSync('docs/connections.md', 'utf8');
  const [, commands = ''] = /```sh\n(sudo apt-get install postgresql\n.*?)```/s.exec(guide) ?? [];
  const folder = temporaryFolder();
  const sudo = '[ "$1" = -u ] && shift 2; [ "$1" = apt-get ] || exec "$@"';
  writeFileSync(join(folder, 'sudo'), `#!/bin/sh\n${sudo}\n`, { mode: 0o755 });
  await promisify(execFile)('sh', ['-euc', commands.replaceAll('/srv/website', folder)], {
    env: { ...server.variables, PATH: `${folder}:${process.env.PATH}` },
  });
  const written = parseEnv(readFileSync(join(folder, '.env'), 'utf8')).DATABASE_URL ?? '';
  const { PGHOST, PGPORT } = server.variables;
  const store = open(`${written.replace('/run/postgresql', PGHOST)}&port=${PGPORT}&user=website`);
  await store.add(request('Ann'), []);
  expect(await callersOf(store)).toHaveLength(1);
  expect(await server.sql('website', 'SELECT tableowner FROM pg_tables LIMIT 1')).toEqual([
    'website',
  ]);
});

test('has the age of the backup that the systemd unit made, and keeps 14', async () => {
  const DATABASE_URL = newDatabase();
  const site = await startSite({ DATABASE_URL });
  await expect.poll(() => site.callbacks?.store.opened).toBe(true);
  expect(await site.metrics.registry.metrics()).not.toMatch(/^backup_age_seconds \d/m);
  const unit = readFileSync('deploy/systemd/website-backup-postgres.service', 'utf8');
  const [, script = ''] = /^ExecStart=\/bin\/sh -euc '([^']*)'$/m.exec(unit) ?? [];
  const shell = script.replaceAll('\\\n', ' ').replaceAll('$$', '$').replaceAll('%%', '%');
  const folder = temporaryFolder();
  for (let day = 10; day < 25; day++)
    writeFileSync(join(folder, `site-2026-10-${day}-030000.dump`), '');
  await promisify(execFile)('sh', ['-euc', shell], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL },
  });
  const dumps = readdirSync(folder).sort();
  expect(dumps).toHaveLength(14);
  const list = await promisify(execFile)('pg_restore', [
    '--list',
    join(folder, dumps.at(-1) ?? ''),
  ]);
  expect(list.stdout).toContain('TABLE DATA public callbacks');
  expect(await site.metrics.registry.metrics()).toMatch(/^backup_age_seconds \d/m);
});
