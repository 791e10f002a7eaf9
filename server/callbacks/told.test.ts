import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { GOOD, startBackend, startContact } from '../../test/stand-ins/contact.ts';
import { startReceiver } from '../../test/stand-ins/receiver.ts';
import { startSmtp } from '../../test/stand-ins/smtp.ts';
import { readCallbacks } from '../../test/support/callbacks/stores.ts';
import { freePort } from '../../test/support/free-port.ts';

const mailThrough = (url: string) => ({
  SMTP_URL: url,
  CALLBACK_MAIL_TO: 'office@example.org, night@example.org',
  CALLBACK_MAIL_FROM: 'site@example.org',
});

const SECRET = { CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook' };
const bodiesOf = ({ requests }: Awaited<ReturnType<typeof startReceiver>>) =>
  requests.map(({ body }) => JSON.parse(body));

test('a request that the store keeps is mailed to each address and posted to the webhook, under its id', async () => {
  const [smtp, webhook] = [await startSmtp(), await startReceiver(200)];
  const { post, dataDir } = await startContact({
    ...mailThrough(smtp.url),
    CALLBACK_WEBHOOK_URL: `${webhook.origin}/`,
    ...SECRET,
  });
  const form = { referer: 'https://www.example.com/contact?from=mail#form' };
  expect(await post({}, form)).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await post(), 'a double press').toMatchObject({ status: 200 });
  await expect.poll(() => smtp.mails.length).toBe(2);
  await expect.poll(() => webhook.requests.length).toBe(1);
  const [kept] = await readCallbacks(dataDir);
  expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual([
    'night@example.org',
    'office@example.org',
  ]);
  for (const { headers } of smtp.mails)
    expect(headers.get('message-id')).toBe(`<${kept?.id}@www.example.com>`);
  expect(bodiesOf(webhook)).toEqual([
    { id: kept?.id, receivedAt: kept?.receivedAt, ...GOOD, page: '/contact', flags: [] },
  ]);
});

test('a request that PHP takes is mailed too, under the same id; one that it refuses is not', async () => {
  const [smtp, backend] = [await startSmtp(), await startBackend()];
  const { post, dataDir } = await startContact({
    ...mailThrough(smtp.url),
    PHP_BACKEND_URL: backend.origin,
  });
  expect(await post()).toMatchObject({ status: 200, text: '{"ok": true, "reference": "A-1"}\n' });
  await expect.poll(() => smtp.mails.length).toBe(2);
  const [received] = await backend.requests();
  const [kept, ...others] = await readCallbacks(dataDir);
  expect(others).toEqual([]);
  expect(kept?.id).toBe(received.headers['idempotency-key']);
  expect(kept?.deliveries.map(({ channel }) => channel)).not.toContain('php');
  for (const message of ['refuse', 'no', 'busy']) await post({ message });
  expect(await readCallbacks(dataDir)).toHaveLength(1);
});

test('of several webhooks each is told by itself, in its own format, signed with a secret of its own', async () => {
  const [crm, slack, till] = [
    await startReceiver(200),
    await startReceiver(200),
    await startReceiver(200),
  ];
  const secrets = ['the secret of the first', 'the secret of the second'];
  const away = `http://127.0.0.1:${await freePort()}/hook`;
  const { post, dataDir } = await startContact({
    CALLBACK_WEBHOOK_URL: `${crm.origin}/?a=1,2, ${away},${slack.origin}/,${till.origin}/`,
    CALLBACK_WEBHOOK_FORMAT: 'json, teams, slack, json',
    CALLBACK_WEBHOOK_SECRET: secrets.join(', '),
  });
  expect(await post()).toMatchObject({ status: 200 });
  const states = async () =>
    (await readCallbacks(dataDir))[0]?.deliveries.map(({ channel, state, reason }) =>
      [channel, state, reason].join(' ').trim(),
    );
  await expect
    .poll(states)
    .toEqual([
      'webhook delivered',
      'webhook:2 waiting ECONNREFUSED',
      'webhook:3 delivered',
      'webhook:4 delivered',
    ]);
  expect(bodiesOf(slack).map(Object.keys)).toEqual([['text']]);
  for (const [place, { requests }] of [crm, till].entries()) {
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(JSON.parse(body)).toMatchObject({ mobile: GOOD.mobile });
    const signature = String(headers['x-callback-signature']);
    const time = /^t=(\d+),/.exec(signature)?.[1];
    const digest = createHmac('sha256', secrets[place] as string).update(`${time}.${body}`);
    expect(signature).toBe(`t=${time},v1=${digest.digest('hex')}`);
  }
});

test('what waited for the only webhook of an earlier start is told to the first of several', async () => {
  const away = `http://127.0.0.1:${await freePort()}/hook`;
  const before = await startContact({ CALLBACK_WEBHOOK_URL: away, ...SECRET });
  await before.post();
  await expect.poll(() => before.lines.join('')).toContain('ECONNREFUSED');
  await before.end();
  const [first, second] = [await startReceiver(200), await startReceiver(200)];
  const CALLBACK_WEBHOOK_URL = `${first.origin}/,${second.origin}/`;
  await startContact({ CALLBACK_WEBHOOK_URL, ...SECRET, DATA_DIR: before.dataDir });
  await expect.poll(() => first.requests.length).toBe(1);
  expect(second.requests).toEqual([]);
});

test('a mail server that is away costs the visitor nothing', async () => {
  const { post, lines } = await startContact(mailThrough('smtp://127.0.0.1:9'));
  expect(await post()).toMatchObject({ status: 200, text: '{"ok":true}' });
  await expect.poll(() => lines.join('')).toContain('"reason":"ECONNREFUSED"');
  expect(lines.join('')).not.toMatch(/canary|@/i);
});
