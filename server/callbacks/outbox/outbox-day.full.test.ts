import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtp } from '../../../test/stand-ins/smtp.ts';
import { channelSite } from '../../../test/support/callbacks/channel-site.ts';
import { newStore } from '../../../test/support/callbacks/stores.ts';
import { typed } from '../../../test/support/typed.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { createMailChannel } from '../channels/mail.ts';
import { startOutbox } from './outbox.ts';
import { AT_ONCE, PACE } from './outbox-worker.ts';

/** A day in twelve seconds. */
const HOUR_MS = 500;
const quick = (milliseconds: number) => (milliseconds * HOUR_MS) / 3_600_000;

test('with the mail server away for six hours of a day, every request is mailed once, in order', async () => {
  const store = await newStore();
  const morning = await startSmtp();
  const to = 'office@example.org';
  const channel = `mail:${to}`;
  const settings = { url: morning.url, to: [to], from: 'site@example.org' };
  const site = channelSite('https://site.test');
  const metrics = createMetrics();
  const outbox = startOutbox({
    store,
    channels: new Map([[channel, createMailChannel(settings, site, to)]]),
    log: pino({ level: 'silent' }),
    metrics,
    pace: {
      delays: PACE.delays.map(quick),
      giveUpAfter: quick(PACE.giveUpAfter),
      poll: 5,
      lease: 60_000,
      grace: 100,
    },
  });
  onTestFinished(() => outbox.stop());
  const asked: string[] = [];
  const pass = async (hours: number) => {
    for (let half = 0; half < hours * 2; half++) {
      const fields = typed({ name: `Caller ${asked.length}`, mobile: '1', email: 'a@b.c' });
      const { id } = await store.add({ fields, flags: [] }, [channel]);
      asked.push(`<${id}@site.test>`);
      await sleep(HOUR_MS / 2);
    }
  };
  await pass(6);
  await morning.stop();
  await pass(6);
  expect((await store.counts()).channels[channel]).toMatchObject({ waiting: 12, failed: 0 });
  const evening = await startSmtp(() => 'accept', morning.port);
  await pass(12);
  const ids = () =>
    [...morning.mails, ...evening.mails].map(({ headers }) => headers.get('message-id'));
  await expect.poll(() => ids().length).toBe(asked.length);
  await expect.poll(async () => (await store.counts()).channels).toEqual({});
  expect(ids().toSorted()).toEqual(asked.toSorted());
  // Deliveries under way when the server returns go first; the others follow in order.
  const order = ids().map((id) => asked.indexOf(id as string));
  expect(lengthOfLongestRise(order)).toBeGreaterThan(order.length - AT_ONCE);
});

/** The longest rising run of numbers. */
function lengthOfLongestRise(numbers: number[]): number {
  const lengths: number[] = [];
  for (const number of numbers)
    lengths.push(
      1 + Math.max(0, ...lengths.filter((_, before) => (numbers[before] as number) < number)),
    );
  return Math.max(...lengths);
}
