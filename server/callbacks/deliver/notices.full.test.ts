import pino from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { startReceiver } from '../../../test/fakes/receiver.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { watchChecks } from '../../../test/support/callbacks/checks.ts';
import { PASSWORD, request, startDesk } from '../../../test/support/callbacks/desk.ts';
import { newStore } from '../../../test/support/callbacks/stores.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../database/database.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { type Callbacks, startCallbacks } from '../start-callbacks.ts';
import type { DeliveryOutcome } from '../store/outbox-table.ts';
import { type DeliveryResult, type Notice, receiverId } from './channel.ts';
import { NOTICE_PACE, startNotices } from './notices.ts';

afterEach(() => void vi.useRealTimers());

const HOUR_MS = 60 * 60 * 1000;
/** The site's timings, but with a look at the channels every 20 ms, and attempts as often. */
const PACE = {
  ...NOTICE_PACE,
  channels: 20,
  outbox: { ...NOTICE_PACE.outbox, retryDelays: [5, 20], poll: 20, lease: HOUR_MS },
};

/** Starts the callbacks of a site with a store of its own. */
async function startLooking(environment: Record<string, string>) {
  const config = readConfig({ DATA_DIR: temporaryFolder(), ...environment });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const database = openDatabase({ config, log, metrics });
  const getConfig = () => config;
  const parts = { config, getConfig, log, metrics, database, noticePace: PACE };
  const { store, outbox, close } = startCallbacks(parts) as Callbacks;
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  const send = (message = '') =>
    outbox.keep({ fields: { ...VALID_FORM, message }, flags: [] }, outbox.channels);
  return { send, lines, nextCheck: watchChecks(store) };
}

const mailThrough = (url: string, to = 'office@example.org') => ({
  SMTP_URL: url,
  CALLBACK_MAIL_TO: to,
  CALLBACK_MAIL_FROM: 'site@example.org',
});
const DESK_URL = 'https://desk.example.com';

/** Returns the notices among a webhook's requests, each with its headers. */
const noticesTo = ({ requests }: Awaited<ReturnType<typeof startReceiver>>) =>
  requests.filter(({ body }) => body.includes('"notice"'));

test('sends one "failing" notice a day and one "working" notice', async () => {
  const MORNING = Date.parse('2026-11-24T09:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
  let refuses = true;
  const smtp = await startSmtp(() => (refuses ? 554 : 'accept'));
  const crm = await startReceiver(200);
  const { send, lines, nextCheck } = await startLooking({
    ...mailThrough(smtp.url, 'office@example.org, night@example.org'),
    CALLBACK_WEBHOOK_URL: `${crm.origin}/`,
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
    DESK_URL,
  });
  const said = () => noticesTo(crm).map(({ body }) => JSON.parse(body));
  const failing = {
    notice: 'failing',
    channel: 'mail',
    since: '2026-11-24T09:00:00.000Z',
    waiting: expect.any(Number), // of the two addresses one may not be tried yet
    desk: `${DESK_URL}/callbacks`,
  };
  const isMailed = /"channel":"mail".*"callback request (?:delivered|failed for good)/;
  const countMailed = () => lines.filter((line) => isMailed.test(line)).length;
  /** Sends a form, and waits until both addresses were tried and the channels checked. */
  const ask = async (message: string) => {
    const before = countMailed();
    await send(message);
    await expect.poll(countMailed).toBe(before + 2);
    await nextCheck('mail');
  };
  await ask('first');
  await expect.poll(said).toEqual([failing]);
  expect(noticesTo(crm)[0]?.headers['x-callback-signature']).toMatch(/^t=\d+,v1=[\da-f]{64}$/);
  vi.setSystemTime(MORNING + HOUR_MS);
  await ask('second');
  expect(said()).toHaveLength(1);
  refuses = false;
  vi.setSystemTime(MORNING + 2 * HOUR_MS);
  await ask('third');
  await expect.poll(said).toHaveLength(2);
  expect(said()[1]).toEqual({
    ...failing,
    notice: 'working',
    since: expect.stringMatching(/^2026-11-24T11:00/),
  });
  refuses = true;
  vi.setSystemTime(MORNING + 3 * HOUR_MS);
  await ask('fourth');
  expect(said()).toHaveLength(2);
  vi.setSystemTime(MORNING + 25 * HOUR_MS);
  await expect.poll(said).toHaveLength(3);
  expect(noticesTo(crm).map(({ body }) => body)).not.toContainEqual(
    expect.stringMatching(/canary|07700/i),
  );
  expect(lines.join('')).not.toMatch(/canary|@/i);
});

test('notifies by mail, Slack and Teams when a request has waited for half an hour', async () => {
  const [smtp, slack, teams] = [
    await startSmtp(),
    await startReceiver(200),
    await startReceiver(200),
  ];
  const { send, nextCheck } = await startLooking({
    ...mailThrough(smtp.url),
    CALLBACK_WEBHOOK_URL: `http://127.0.0.1:${await freePort()}/,${slack.origin}/,${teams.origin}/`,
    CALLBACK_WEBHOOK_FORMAT: 'json, slack, teams',
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
    DESK_URL,
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  await send();
  await expect.poll(() => smtp.mails.length).toBe(1);
  vi.setSystemTime(Date.now() + 29 * 60_000);
  await nextCheck('webhook');
  expect(smtp.mails).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await expect.poll(() => smtp.mails.length).toBe(2);
  const title = 'Connected system (webhook): callback requests are not being delivered';
  expect(smtp.mails[1]?.headers.get('subject')).toBe(title);
  expect(smtp.mails[1]?.text).toMatch(
    /^Since: .+\r\nRequests waiting: 1\r\nWhat to do: .+\r\nOpen the desk: https:\/\/desk.example.com\/callbacks/,
  );
  await expect.poll(() => slack.requests.length).toBe(2);
  const { text: words } = JSON.parse(slack.requests[1]?.body ?? '');
  expect(words.split('\n')[0]).toBe(title);
  expect(words).toContain(`<${DESK_URL}/callbacks|Open the desk>`);
  await expect.poll(() => teams.requests.length).toBe(2);
  expect(teams.requests[1]?.body).toContain(title);
  expect(`${smtp.mails[1]?.text}${words}${teams.requests[1]?.body}`).not.toMatch(/canary|07700/i);
});

test('counts apart what was given up, and says what to do', async () => {
  const slack = await startReceiver(200);
  let refuses = true;
  const smtp = await startSmtp(() => (refuses ? 554 : 'accept'));
  const { send } = await startLooking({
    ...mailThrough(smtp.url),
    CALLBACK_WEBHOOK_URL: `${slack.origin}/`,
    CALLBACK_WEBHOOK_FORMAT: 'slack',
  });
  const notices = () =>
    slack.requests
      .map(({ body }) => JSON.parse(body).text)
      .filter((text) => /delivered/.test(text));
  await send('first');
  await expect.poll(notices).toHaveLength(1);
  refuses = false;
  await send('second');
  await expect.poll(notices).toHaveLength(2);
  for (const text of notices()) {
    expect(text).toContain('Requests waiting: 0\n');
    expect(text).toMatch(/Not sent: 1\. These will not be tried again: .*at the desk/);
  }
});

/** Watches an email channel and these receivers, which fail when they are told to. */
async function startTelling(...names: string[]) {
  const store = await newStore();
  const told: string[] = [];
  const broken = new Set<string>();
  let tried = 0;
  const deliver = async (): Promise<DeliveryResult> => ({ kind: 'delivered' });
  const receivers = names.map((channel) => ({
    channel,
    deliver,
    notify: async ({ channel: kind, notice }: Notice): Promise<DeliveryResult> => {
      tried += 1;
      if (broken.has(channel)) throw new TypeError('canary');
      told.push(`${channel}: ${kind} ${notice}`);
      return { kind: 'delivered' };
    },
  }));
  const notices = startNotices({
    receivers: [{ channel: 'mail:a', deliver }, ...receivers],
    store,
    deskUrl: null,
    log: pino({ level: 'silent' }),
    pace: PACE,
  });
  onTestFinished(() => notices.stop());
  const settle = async (channel: string, outcome: DeliveryOutcome) => {
    const { id } = await store.add(request(`${channel} ${outcome.state}`), [channel]);
    await new Promise((resolve) => setTimeout(resolve, 5)); // another millisecond
    await store.deliveries.settle(id, channel, outcome);
  };
  return {
    told,
    broken,
    attempts: () => tried,
    fail: (channel: string) => settle(channel, { state: 'failed', reason: 'SMTP 550' }),
    succeed: (channel: string) => settle(channel, { state: 'delivered' }),
  };
}

test('tells of the end whoever was told of the failure and has failed since', async () => {
  const { told, fail, succeed } = await startTelling('webhook:x', 'webhook:y');
  await fail('mail:a');
  await expect
    .poll(() => told.toSorted())
    .toEqual(['webhook:x: mail failing', 'webhook:y: mail failing']);
  await fail('webhook:x');
  await expect.poll(() => told.length).toBe(3);
  await succeed('mail:a');
  await expect.poll(() => told[3]).toBe('webhook:y: mail working');
  await succeed('webhook:x');
  await expect.poll(() => told).toContain('webhook:x: mail working');
  expect(told.filter((notice) => notice.endsWith('mail working'))).toHaveLength(2);
});

test('sends a notice again until its receiver takes it', async () => {
  const { told, broken, attempts, fail, succeed } = await startTelling('webhook:x');
  await fail('mail:a');
  await expect.poll(() => told).toEqual(['webhook:x: mail failing']);
  broken.add('webhook:x');
  await succeed('mail:a');
  await expect.poll(attempts).toBeGreaterThan(5);
  broken.clear();
  await expect.poll(() => told).toEqual(['webhook:x: mail failing', 'webhook:x: mail working']);
});

test('names the failing channel above every list of the desk', async () => {
  const address = `http://127.0.0.1:${await freePort()}/`;
  const channel = receiverId('webhook', address);
  const { get, post, store } = await startDesk({
    DESK_PASSWORD: PASSWORD,
    CALLBACK_WEBHOOK_URL: address,
    CALLBACK_WEBHOOK_FORMAT: 'slack',
  });
  const { id } = await store.add(request('Ann'), [channel]);
  const lists = async () => {
    const pages = ['', '?view=rung', '?view=suspected', '?view=all'].map((query) =>
      get(`/callbacks${query}`),
    );
    const texts = [...pages, post('/callbacks', { q: 'Ann' })].map(async (answer) =>
      (await answer).text(),
    );
    return (await Promise.all(texts)).map((text) =>
      text.includes('has not delivered anything since'),
    );
  };
  expect(await lists()).toEqual([false, false, false, false, false]);
  await store.deliveries.settle(id, channel, { state: 'failed', reason: 'HTTP 404' });
  expect(await lists()).toEqual([true, true, true, true, true]);
  const next = await store.add(request('Bea'), [channel]);
  await store.deliveries.settle(next.id, channel, { state: 'delivered' });
  expect(await lists()).toEqual([false, false, false, false, false]);
});

test.each([
  ['right', false],
  ['wrong', true],
])(
  'checks at the start a mail password that is %s, without a mail; logged: %s',
  async (password, isSaid) => {
    let tried = 0;
    const smtp = await startSmtp(undefined, {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ password: given }, _session, callback) {
        tried++;
        if (given === 'right') callback(null, { user: 'site' });
        else callback(new Error('canary'));
      },
    });
    const url = smtp.url.replace('//', `//site:${password}@`);
    const { post, lines } = await startContactSite(mailThrough(url));
    await expect.poll(() => tried, { timeout: 10_000 }).toBe(1);
    const warning = () => lines.some((line) => /SMTP_URL cannot be reached or refused/.test(line));
    if (isSaid) await expect.poll(warning).toBe(true);
    expect([warning(), smtp.mails.length]).toEqual([isSaid, 0]);
    expect(lines.join('')).not.toMatch(/canary|wrong/);
    expect(await post()).toMatchObject({ status: 200 });
  },
);
