import pino from 'pino';
import { expect, test } from 'vitest';
import { startBackend, startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { readRequest } from '../../../test/support/callbacks/read-request.ts';
import { readCallbacks } from '../../../test/support/callbacks/stores.ts';
import type { Callbacks } from '../start-callbacks.ts';
import { PhpBackendError } from './php-proxy.ts';
import { createPhpBackend } from './submission-backend.ts';

type Contact = Awaited<ReturnType<typeof startContactSite>>;

/** The outcomes of the forms, by the label values that alerts and graphs use. */
async function outcomes({ metrics }: Contact): Promise<Record<string, number>> {
  const { values } = await metrics.callbacks.get();
  return Object.fromEntries(
    values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.outcome, value]),
  );
}

/** The messages logged as a warning (40) or as an error (50). */
const troubles = ({ lines }: Contact) =>
  lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);

test('counts each form by its outcome when the site itself stores it', async () => {
  const site = await startContactSite({ CONTACT_RATE_LIMIT: '2' });
  await site.post();
  await site.post();
  await site.post();
  await site.post({ email: '' });
  await site.post({ name: '' });
  await site.post({}, { origin: 'https://evil.example' });
  await site.post({}, { 'content-type': 'text/plain' });
  await site.postRaw('name=%');
  await site.postRaw('x'.repeat(9000));
  await fetch(site.url);
  expect(await outcomes(site)).toEqual({
    stored: 1,
    duplicate: 1,
    rate_limited: 1,
    invalid: 2,
    cross_site: 1,
    not_a_form: 1,
    malformed: 1,
    too_large: 1,
    method: 1,
  });
  const full = await startContactSite({}, 'blocked');
  await full.post();
  expect(await outcomes(full)).toEqual({ store_unavailable: 1 });
  expect(new Set(troubles(full).map(({ err }) => err?.code))).toEqual(new Set(['EEXIST']));
  expect(full.lines.join('')).not.toMatch(/canary|900199/i);
});

test('counts forms for PHP by the outcome, or by the reason of the failure', async () => {
  const { origin: PHP_BACKEND_URL } = await startBackend();
  const site = await startContactSite({ PHP_BACKEND_URL });
  await site.post();
  await site.post({ message: 'refuse' });
  await site.post({ message: 'fatal' });
  expect(await outcomes(site)).toEqual({
    forwarded: 1,
    backend_refused: 1,
    backend_unreachable: 1,
  });
  expect(troubles(site)).toMatchObject([{ level: 40, reason: expect.any(String) }]);
  expect(site.lines.join('')).not.toMatch(/canary|900199/i);
});

test('responds in time with CALLBACK_SPOOL when neither PHP nor the store responds', async () => {
  const never = () => new Promise<never>(() => {});
  const callbacks = { store: { hasDuplicate: never }, outbox: { keep: never, channels: [] } };
  const backend = createPhpBackend({
    send: () => Promise.reject(new PhpBackendError(504, 'did not answer in time')),
    callbacks: callbacks as unknown as Callbacks,
    spool: true,
    log: pino({ enabled: false }),
    waits: { known: 10, answer: 50 },
  });
  const request = await readRequest();
  const sender = { client: '192.0.2.1', requestId: 'request-0001' };
  expect(
    await backend({ fields: VALID_FORM, flags: [], page: null, source: null, ...sender, request }),
  ).toMatchObject({
    status: 504,
    outcome: 'backend_silent',
  });
});

test('stores with CALLBACK_SPOOL only the forms that PHP could not take', async () => {
  const backend = await startBackend();
  const site = await startContactSite({ PHP_BACKEND_URL: backend.origin, CALLBACK_SPOOL: 'on' });
  await site.post();
  expect(await site.post({ message: 'refuse' })).toMatchObject({ status: 422 });
  expect(await readCallbacks(site.dataDir)).toEqual([]);
  const press = () => site.post({ message: 'failed' });
  for (const answer of [...(await Promise.all([press(), press()])), await press()])
    expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await readCallbacks(site.dataDir)).toMatchObject([{ fields: { message: 'failed' } }]);
  expect(await outcomes(site)).toEqual({
    forwarded: 1,
    backend_refused: 1,
    spooled: 1,
    duplicate: 2,
  });
});

test('forwards to PHP without spooling when the store is down, and logs the loss', async () => {
  const backend = await startBackend();
  const environment = { PHP_BACKEND_URL: backend.origin, CALLBACK_SPOOL: 'on' };
  const site = await startContactSite(environment, 'blocked');
  expect(await site.post()).toMatchObject({ status: 200 });
  expect(await site.post({ message: 'busy' })).toMatchObject({ status: 503, text: '{"ok":false}' });
  const received = await backend.requests();
  expect(received).toHaveLength(2);
  expect(troubles(site).filter(({ id }) => id !== undefined)).toMatchObject([
    { level: 50, id: received[1].headers['idempotency-key'], err: expect.any(Object) },
  ]);
});
