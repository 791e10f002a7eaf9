import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { readCallbacks } from '../../test/support/callbacks/stores.ts';
import { type Certificate, makeCertificate } from '../../test/support/certificate.ts';
import { startSiteProcess } from '../../test/support/site-process.ts';
import { callbackFields } from '../../test/support/typed.ts';
import { openCallbackStore } from '../callbacks/store/callback-store.ts';

let tls: Certificate & { remove(): void };
let other: Certificate & { remove(): void };
let server: PostgresServer;
/** A database of it, at the name that its certificate is for. */
let database: string;

beforeAll(async () => {
  tls = makeCertificate();
  other = makeCertificate();
  server = await startPostgres(tls);
  database = server.newDatabase('website').replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await server.remove();
  tls.remove();
  other.remove();
});

const checked = (address: string, authority: string) =>
  `${address}?sslmode=verify-full&sslrootcert=${authority}`;

const FORM = new URLSearchParams(callbackFields({ name: 'Ann' }));

test.each(['DATABASE_URL', 'DATABASE_URL_FILE'])(
  'stores over verified TLS to PostgreSQL, with minimal permissions (%s)',
  async (variable) => {
    const address = checked(database, tls.authority);
    const file = join(tls.folder, 'address');
    writeFileSync(file, address);
    const site = await startSiteProcess(
      { [variable]: variable.endsWith('_FILE') ? file : address },
      [],
      'dist/server/start.js',
    );
    FORM.set('name', variable);
    const answer = await fetch(`${site.url}/contact.php`, { method: 'POST', body: FORM });
    expect([answer.status, await answer.text()]).toEqual([200, '{"ok":true}']);
    const kept = await readCallbacks(address);
    expect(kept.map(({ fields }) => fields.name)).toContain(variable);
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
  },
);

test.each([
  ['of another authority', () => checked(database, other.authority), /certificate/],
  [
    'for another name',
    () => checked(database.replace('localhost', '127.0.0.1'), tls.authority),
    /Host.*does not match certificate/,
  ],
])('rejects a certificate %s, and logs that', async (_, address, complaint) => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const config = { databaseUrl: address(), dataDir: '/nowhere' };
  const store = openCallbackStore({ config, log });
  onTestFinished(() => store.close());
  await expect(store.deliveries.counts()).rejects.toThrow(complaint);
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    msg: expect.stringContaining('the database cannot be opened'),
    err: expect.objectContaining({ message: expect.stringMatching(complaint) }),
  });
  expect(line).not.toContain('canary-password');
});
