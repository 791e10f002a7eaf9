import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { CALLBACK_FIELDS } from '../../../shared/callback/fields.ts';
import { capitalize } from '../../../shared/site/claims.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import {
  dueDelivery,
  neverAborted,
  siteUrls,
} from '../../../test/support/callbacks/channel-site.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { describeFlags } from '../store/stored-callback.ts';
import { createMailChannel } from './mail.ts';

const DUE = dueDelivery(
  {
    name: 'Zoë <O’Hara> & Söhne',
    mobile: '+44 7700 900199',
    message: 'First line\r\nSecond <b>line</b>',
  },
  { flags: ['honeypot', 'fast'] },
);

const mailTo = (url: string) =>
  createMailChannel(
    { url, to: [], from: 'Website <site@example.org>' },
    siteUrls('https://desk.example.com'),
    'office@example.org',
  );

test('contains every field, time, flags and a link, and replies go to the caller', async () => {
  const smtp = await startSmtp();
  expect(await mailTo(smtp.url)(DUE, neverAborted)).toEqual({ kind: 'delivered' });
  const [mail] = smtp.mails;
  expect(mail?.to).toBe('office@example.org');
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: 'Website <site@example.org>',
    to: 'office@example.org',
    'reply-to': 'zoe@example.com',
    subject: 'Callback request (possible spam): \u2068Zoë <O’Hara> & Söhne\u2069, 07700 900199',
    'message-id': '<b1f7c9aa-0000-4000-8000-000000000001@www.example.com>',
    'auto-submitted': 'auto-generated',
  });
  expect(mail?.text.trim()).toBe(
    [
      'Received: Wed, 1 Jul 2026, 13:05',
      ...CALLBACK_FIELDS.map(({ name, called }) => {
        const value = name === 'mobile' ? '07700 900199' : DUE.fields[name];
        return `${capitalize(called)}: ${value}`;
      }),
      `Possible spam: ${describeFlags(DUE)}`,
      `Reference: ${DUE.id}`,
      `Open this request: https://desk.example.com/callbacks/${DUE.id}`,
    ].join('\r\n'),
  );
  expect(mail?.headers.get('content-type')).toMatch(/^multipart\/alternative;/);
});

test('has HTML with a link to the number, one button and no outside resource', async () => {
  const smtp = await startSmtp();
  await mailTo(smtp.url)(DUE, neverAborted);
  const html = smtp.mails[0]?.html ?? '';
  expect(html).toContain('<bdi><span>Zoë &lt;O’Hara&gt; &amp; Söhne</span></bdi>');
  expect(html).toMatch(/<a href="tel:\+447700900199"[^>]*><bdi>07700 900199<\/bdi><\/a>/);
  expect(html).toMatch(/First line<\/span><span><br\/>Second &lt;b&gt;line/);
  expect(html).toContain('content="light dark"');
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual(['tel:+447700900199', `https://desk.example.com/callbacks/${DUE.id}`]);
  expect(html).not.toMatch(/<(img|script|style|link|b)\b|src=|url\(/);
});

test('has no link to a doubtful number, and no button without a desk', async () => {
  const smtp = await startSmtp();
  const settings = { url: smtp.url, to: [], from: 'site@example.org' };
  const deliver = createMailChannel(settings, siteUrls(null), 'office@example.org');
  await deliver(dueDelivery({ mobile: '078' }), neverAborted);
  expect(smtp.mails[0]?.html).toMatch(/>078<.*>Too short\. /);
  expect(smtp.mails[0]?.html).not.toContain('<a ');
});

test('isolates a right-to-left name from the number after it', async () => {
  const smtp = await startSmtp();
  await mailTo(smtp.url)(dueDelivery({ name: 'علي' }), neverAborted);
  expect(smtp.mails[0]?.headers.get('subject')).toBe(
    'Callback request: \u2068علي\u2069, 07700 900199',
  );
});

test('states how a number was read, or why it is doubtful', async () => {
  const smtp = await startSmtp();
  for (const mobile of ['07700900123 or 07700900456', '078'])
    await mailTo(smtp.url)(dueDelivery({ mobile }), neverAborted);
  const [read, doubtful] = smtp.mails.map(({ text }) => text);
  expect(read).toContain('Mobile number: 07700900123 or 07700900456 (read as 07700 900123)');
  expect(doubtful).toMatch(/Mobile number: 078 \(Too short\. .+\)/);
});

test.each([
  'not an address',
  'a@b',
  'a@b..example.com',
  '<a@example.com>, b@example.com',
  '"a b"@example.com',
  'zoë@exämple.com',
  `${'a'.repeat(200)}@example.com`,
])("is sent when the caller's address %j cannot stand in a header", async (email) => {
  const smtp = await startSmtp();
  expect(await mailTo(smtp.url)(dueDelivery({ email }), neverAborted)).toEqual({
    kind: 'delivered',
  });
  expect(smtp.mails[0]?.headers.has('reply-to')).toBe(false);
  expect(smtp.mails[0]?.text).toContain(`Email address: ${email}`);
});

test.each([
  ['Ann\r\nBcc: victim@example.net', 'a@example.com'],
  ['Ann', 'a@example.com\r\nBcc: victim@example.net'],
  ['Ann\nBcc: victim@example.net\n\nBody', 'a@example.com\nBcc: victim@example.net'],
  ['Ann, victim@example.net', '=?utf-8?q?a=0D=0ABcc:_victim@example.net?='],
])('adds no header and no recipient for the name %j and the address %j', async (name, email) => {
  const smtp = await startSmtp();
  await mailTo(smtp.url)(dueDelivery({ name, email }), neverAborted);
  expect(smtp.mails[0]?.to).toBe('office@example.org');
  expect(smtp.mails[0]?.headers.has('bcc')).toBe(false);
  expect(smtp.mails[0]?.headers.get('reply-to') ?? '').not.toContain('victim');
});

/**
 * Returns the options of a mail server that responds with this code at one stage of the
 * conversation.
 */
const refusing = (
  stage: 'onConnect' | 'onAuth' | 'onMailFrom' | 'onRcptTo',
  responseCode: number,
): SMTPServerOptions => ({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  allowInsecureAuth: true,
  [stage]: (...parts: unknown[]) => {
    const callback = parts.at(-1) as (error: Error) => void;
    callback(Object.assign(new Error('canary@example.com: no'), { responseCode }));
  },
});

test('is retried after a refusal, unless it is permanent for this recipient or message', async () => {
  for (const [stage, code, kind] of [
    ['onConnect', 421, 'retry'],
    ['onConnect', 554, 'retry'], // on a block list, often for minutes (RFC 5321, section 3.1)
    ['onAuth', 535, 'retry'],
    ['onMailFrom', 530, 'retry'], // wants a login first (RFC 4954)
    ['onMailFrom', 550, 'retry'],
    ['onMailFrom', 553, 'retry'],
    ['onRcptTo', 450, 'retry'],
    ['onRcptTo', 530, 'retry'],
    ['onRcptTo', 554, 'retry'], // how Postfix turns away hosts on a block list, and those that may not relay
    ['onRcptTo', 550, 'refused'],
    ['onRcptTo', 551, 'refused'],
    ['onRcptTo', 552, 'refused'],
    ['onRcptTo', 553, 'refused'],
  ] as const) {
    const smtp = await startSmtp(undefined, refusing(stage, code));
    const url = stage === 'onAuth' ? smtp.url.replace('//', '//user:wrong@') : smtp.url;
    expect([stage, await mailTo(url)(DUE, neverAborted)]).toEqual([
      stage,
      { kind, reason: `SMTP ${code}` },
    ]);
  }
  for (const [code, kind] of [
    [451, 'retry'],
    [421, 'retry'],
    [550, 'refused'],
    [552, 'refused'],
    [554, 'refused'],
  ] as const) {
    const smtp = await startSmtp(() => code);
    expect(await mailTo(smtp.url)(DUE, neverAborted)).toEqual({ kind, reason: `SMTP ${code}` });
  }
});

test.each([
  ['550 5.4.5', 'retry'], // Gmail: the day's quota is used up
  ['550 5.7.60', 'retry'], // Exchange: may not send as this sender
  ['554 5.2.252', 'retry'], // the same at Microsoft 365
  ['550 5.7.26', 'retry'], // no SPF or DKIM
  ['552 5.2.2', 'retry'], // the mailbox is full
  ['550 5.1.1', 'refused'],
  ['552 5.3.4', 'refused'],
] as const)('ends a refusal with %s after DATA as: %s', async (reply, kind) => {
  const smtp = await startSmtp(() => reply);
  expect(await mailTo(smtp.url)(DUE, neverAborted)).toMatchObject({ kind });
});

test('is retried when the server hangs up or is down', async () => {
  const dropping = await startSmtp(() => 'drop');
  expect(await mailTo(dropping.url)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: 'ECONNECTION',
  });
  const absent = `smtp://127.0.0.1:${await freePort()}`;
  expect(await mailTo(absent)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: 'ECONNREFUSED',
  });
});

test('ends at a stop when the server stalls, and closes the connection', async () => {
  const smtp = await startSmtp(() => 'stall');
  const stop = new AbortController();
  const attempt = mailTo(smtp.url)(DUE, stop.signal);
  await expect.poll(() => smtp.attempts).toBe(1);
  stop.abort();
  expect(await attempt).toEqual({ kind: 'retry', reason: 'EABORT' });
});
