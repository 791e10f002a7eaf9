import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { GOOD, startBackend, startContact } from '../../test/stand-ins/contact.ts';
import { startReceiver } from '../../test/stand-ins/receiver.ts';
import { startSmtp } from '../../test/stand-ins/smtp.ts';
import { readCallbacks } from '../../test/support/callbacks/stores.ts';
import { freePort } from '../../test/support/free-port.ts';
import { serve } from '../../test/support/serve.ts';

const mailThrough = (url: string) => ({
  SMTP_URL: url,
  CALLBACK_MAIL_TO: 'office@example.org, night@example.org',
  CALLBACK_MAIL_FROM: 'site@example.org',
});

async function startWebhook() {
  const bodies: Record<string, unknown>[] = [];
  const origin = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(JSON.parse(body));
    response.end();
  });
  const CALLBACK_WEBHOOK_URL = `${origin}/hook`;
  return {
    bodies,
    environment: { CALLBACK_WEBHOOK_URL, CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook' },
  };
}

test('a request that the store keeps is mailed to each address and posted to the webhook, under its id', async () => {
  const [smtp, webhook] = [await startSmtp(), await startWebhook()];
  const { post, dataDir } = await startContact({
    ...mailThrough(smtp.url),
    ...webhook.environment,
  });
  const form = { referer: 'https://www.example.com/contact?from=mail#form' };
  expect(await post({}, form)).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await post(), 'a double press').toMatchObject({ status: 200 });
  await expect.poll(() => smtp.mails.length).toBe(2);
  await expect.poll(() => webhook.bodies.length).toBe(1);
  const [kept] = await readCallbacks(dataDir);
  expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual([
    'night@example.org',
    'office@example.org',
  ]);
  for (const { headers } of smtp.mails)
    expect(headers.get('message-id')).toBe(`<${kept?.id}@www.example.com>`);
  expect(webhook.bodies).toEqual([
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

test('of several webhooks each is told by itself, in its own format', async () => {
  const [crm, slack, away] = [await startWebhook(), await startReceiver(200), await freePort()];
  const { post, dataDir } = await startContact({
    ...crm.environment,
    CALLBACK_WEBHOOK_URL: `${crm.environment.CALLBACK_WEBHOOK_URL}?a=1,2, http://127.0.0.1:${away}/hook,${slack.origin}/`,
    CALLBACK_WEBHOOK_FORMAT: 'json, teams, slack',
  });
  expect(await post()).toMatchObject({ status: 200 });
  const states = async () =>
    (await readCallbacks(dataDir))[0]?.deliveries.map(({ channel, state, reason }) =>
      [channel, state, reason].join(' ').trim(),
    );
  await expect
    .poll(states)
    .toEqual(['webhook delivered', 'webhook:2 waiting ECONNREFUSED', 'webhook:3 delivered']);
  expect(crm.bodies).toMatchObject([{ mobile: GOOD.mobile }]);
  expect(slack.requests.map(({ body }) => Object.keys(JSON.parse(body)))).toEqual([['text']]);
});

test('each webhook that is signed to has a secret of its own, and one is never a key for another', async () => {
  const [crm, slack, till] = [
    await startReceiver(200),
    await startReceiver(200),
    await startReceiver(200),
  ];
  const secrets = ['the secret of the first', 'the secret of the second'];
  const { post } = await startContact({
    CALLBACK_WEBHOOK_URL: [crm, slack, till].map(({ origin }) => `${origin}/`).join(),
    CALLBACK_WEBHOOK_FORMAT: 'json, slack, json',
    CALLBACK_WEBHOOK_SECRET: secrets.join(', '),
  });
  await post();
  const all = () => [crm, slack, till].flatMap(({ requests }) => requests);
  await expect.poll(() => all().length).toBe(3);
  for (const [place, { requests }] of [crm, till].entries()) {
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    const signature = String(headers['x-callback-signature']);
    const time = /^t=(\d+),/.exec(signature)?.[1];
    const digests = secrets.map((secret) =>
      createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
    );
    expect(signature).toBe(`t=${time},v1=${digests[place]}`);
  }
});

test('what waited for the only webhook of an earlier start is told to the first of several', async () => {
  const away = `http://127.0.0.1:${await freePort()}/hook`;
  const secret = { CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook' };
  const before = await startContact({ CALLBACK_WEBHOOK_URL: away, ...secret });
  await before.post();
  await expect.poll(() => before.lines.join('')).toContain('ECONNREFUSED');
  const { dataDir } = before;
  await before.end();
  const [first, second] = [await startWebhook(), await startWebhook()];
  const urls = [first, second].map(({ environment }) => environment.CALLBACK_WEBHOOK_URL);
  const CALLBACK_WEBHOOK_URL = urls.join();
  await startContact({ CALLBACK_WEBHOOK_URL, ...secret, DATA_DIR: dataDir });
  await expect.poll(() => first.bodies.length, { timeout: 10_000 }).toBe(1);
  expect(second.bodies).toEqual([]);
});

test('a mail server that is away costs the visitor nothing', async () => {
  const { post, lines } = await startContact(mailThrough('smtp://127.0.0.1:9'));
  expect(await post()).toMatchObject({ status: 200, text: '{"ok":true}' });
  await expect.poll(() => lines.join('')).toContain('"reason":"ECONNREFUSED"');
  expect(lines.join('')).not.toMatch(/canary|@/i);
});
