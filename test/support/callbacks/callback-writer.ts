import pino from 'pino';
import { openStore } from '../../../server/callbacks/store/sql-store.ts';
import { typed } from '../typed.ts';

/**
 * A process that writes callback requests until it is killed or has written `count` of them: `node
 * test/support/callbacks/callback-writer.ts PLACE PREFIX [COUNT]`, the place a folder or a PostgreSQL address.
 * Prints one line for each that the store acknowledged (`+ name`) or refused (`- name`), as soon as
 * it did.
 */
const [place = '', prefix = '', count = 'Infinity'] = process.argv.slice(2);
const store = openStore({
  config: { databaseUrl: place.startsWith('postgres:') ? place : null, dataDir: place },
  log: pino({ level: 'silent' }),
});
await store.counts().catch(() => {});
process.stdout.write('open\n');

let number = 0;
async function write(): Promise<void> {
  while (number < Number(count)) {
    const name = `${prefix}-${number++}`;
    const fields = typed({
      name,
      mobile: '07700 900123',
      email: 'ann@example.com',
      message: 'x'.repeat((number * 37) % 900),
    });
    const sign = await store.add({ fields, flags: [] }, ['php']).then(
      () => '+',
      () => '-',
    );
    process.stdout.write(`${sign} ${name}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, write));
await store.close();
