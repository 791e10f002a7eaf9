import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { startReceiver } from '../../../test/fakes/receiver.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { openAsSite, readCallbacks } from '../../../test/support/callbacks/stores.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { serve } from '../../../test/support/serve.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { receiverId } from './channel.ts';

const mailThrough = (url: string) => ({
  SMTP_URL: url,
  CALLBACK_MAIL_TO: 'office@example.org, night@example.org',
  CALLBACK_MAIL_FROM: 'site@example.org',
});

const SECRET = { CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook' };
const bodiesOf = ({ requests }: Awaited<ReturnType<typeof startReceiver>>) =>
  requests.map(({ body }) => JSON.parse(body));

test('delivers a stored request to each mail address and the webhook, under its id', async () => {
  const [smtp, webhook] = [await startSmtp(), await startReceiver(200)];
  const { post, dataDir } = await startContactSite({
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
    {
      id: kept?.id,
      receivedAt: kept?.receivedAt,
      ...VALID_FORM,
      page: '/contact',
      source: null,
      flags: [],
    },
  ]);
});

test('delivers to each webhook separately, in its format and signed with its secret', async () => {
  const [crm, slack, till] = [
    await startReceiver(200),
    await startReceiver(200),
    await startReceiver(200),
  ];
  const secrets = ['the secret of the first', 'the secret of the second'];
  const away = `http://127.0.0.1:${await freePort()}/hook`;
  const { post, dataDir } = await startContactSite({
    CALLBACK_WEBHOOK_URL: `${crm.origin}/?a=1,2, ${away},${slack.origin}/,${till.origin}/`,
    CALLBACK_WEBHOOK_FORMAT: 'json, teams, slack, json',
    CALLBACK_WEBHOOK_SECRET: secrets.join(', '),
  });
  expect(await post()).toMatchObject({ status: 200 });
  const states = async () =>
    (await readCallbacks(dataDir))[0]?.deliveries
      .map(({ channel, state, reason }) => [channel, state, reason].join(' ').trim())
      .toSorted();
  const idOf = (address: string) => receiverId('webhook', address);
  await expect.poll(states).toEqual(
    [
      [idOf(`${crm.origin}/?a=1,2`), 'delivered'],
      [idOf(away), 'waiting', 'ECONNREFUSED'],
      [idOf(`${slack.origin}/`), 'delivered'],
      [idOf(`${till.origin}/`), 'delivered'],
    ]
      .map((each) => each.join(' '))
      .toSorted(),
  );
  expect(bodiesOf(slack).map(Object.keys)).toEqual([['text']]);
  for (const [place, { requests }] of [crm, till].entries()) {
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(JSON.parse(body)).toMatchObject({ mobile: VALID_FORM.mobile });
    const signature = String(headers['x-callback-signature']);
    const time = /^t=(\d+),/.exec(signature)?.[1];
    const digest = createHmac('sha256', secrets[place] as string).update(`${time}.${body}`);
    expect(signature).toBe(`t=${time},v1=${digest.digest('hex')}`);
  }
});

test('sends a waiting request to no other address when the list changes', async () => {
  let status = 503;
  let asked = 0;
  const first = await serve((_request, response) => {
    asked += 1;
    response.writeHead(status).end();
  });
  const second = await startReceiver(200);
  const dataDir = temporaryFolder();
  const start = (...urls: string[]) =>
    startContactSite({ CALLBACK_WEBHOOK_URL: urls.join(), ...SECRET, DATA_DIR: dataDir });
  /** Stops the site, and makes waiting deliveries due at the next start. */
  const end = async (site: Awaited<ReturnType<typeof start>>) => {
    await site.end();
    const store = openAsSite(dataDir);
    await store.deliveries.retryNow(receiverId('webhook', first));
    await store.close();
  };
  const both = await start(first, second.origin);
  await both.post();
  await expect.poll(() => both.lines.join('')).toContain('HTTP 503');
  await expect.poll(() => second.requests.length).toBe(1);
  await end(both);
  const without = await start(second.origin);
  await expect.poll(() => without.lines.join('')).toContain('not configured');
  await end(without);
  status = 200;
  await start(second.origin, first);
  await expect.poll(() => asked).toBe(2);
  expect(second.requests).toHaveLength(1);
});

test('responds at once when the mail server is down', async () => {
  const { post, lines } = await startContactSite(mailThrough('smtp://127.0.0.1:9'));
  expect(await post()).toMatchObject({ status: 200, text: '{"ok":true}' });
  await expect.poll(() => lines.join('')).toContain('"reason":"ECONNREFUSED"');
  expect(lines.join('')).not.toMatch(/canary|@/i);
});
