import pino from 'pino';
import { openJournal } from '../../server/callbacks/journal.ts';
import { createMetrics } from '../../server/ops/metrics.ts';

/**
 * A process that writes callback requests until it is killed or has written `count` of them: `node
 * test/support/journal-writer.ts DIR PREFIX [COUNT]`. Prints one line for each that the journal
 * acknowledged (`+ name`) or refused (`- name`), as soon as it did.
 */
const [dataDir = '', prefix = '', count = 'Infinity'] = process.argv.slice(2);
const journal = await openJournal({
  dataDir,
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
});
process.stdout.write('open\n');

let number = 0;
async function write(): Promise<void> {
  while (number < Number(count)) {
    const name = `${prefix}-${number++}`;
    const fields = {
      name,
      mobile: '07700 900123',
      email: 'ann@example.com',
      message: 'x'.repeat((number * 37) % 900),
    };
    const sign = await journal.append({ fields, flags: [] }).then(
      () => '+',
      () => '-',
    );
    process.stdout.write(`${sign} ${name}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, write));
await journal.close();
