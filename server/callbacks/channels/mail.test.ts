import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { startSmtp } from '../../../test/stand-ins/smtp.ts';
import { startTcpServer } from '../../../test/stand-ins/tcp-proxy.ts';
import { channelSite } from '../../../test/support/callbacks/channel-site.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { typed } from '../../../test/support/typed.ts';
import type { DueDelivery } from '../store/deliveries.ts';
import { createMailChannel } from './mail.ts';

const DUE: DueDelivery = {
  id: 'b1f7c9aa-0000-4000-8000-000000000001',
  receivedAt: '2026-07-01T12:05:00.000Z',
  fields: typed({
    name: 'Zoë <O’Hara> & Söhne',
    mobile: '+44 7700 900199',
    email: 'zoe@example.com',
    message: 'First line\r\nSecond <b>line</b>',
  }),
  page: null,
  flags: [],
  channel: 'mail:office@example.org',
  attempts: 1,
  since: '2026-07-01T12:05:00.000Z',
};

const mailTo = (url: string, deskUrl: string | null = null) =>
  createMailChannel(
    { url, to: [], from: 'Website <site@example.org>' },
    channelSite('https://www.example.com', deskUrl),
    'office@example.org',
  );
const never = new AbortController().signal;
const withFields = (fields: Partial<DueDelivery['fields']>) => ({
  ...DUE,
  fields: { ...DUE.fields, ...fields },
});

test('a mail says whom to ring, when they asked, and every field; a reply goes to them', async () => {
  const smtp = await startSmtp();
  expect(await mailTo(smtp.url)(DUE, never)).toEqual({ kind: 'delivered' });
  const [mail] = smtp.mails;
  expect(mail?.to).toBe('office@example.org');
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: 'Website <site@example.org>',
    to: 'office@example.org',
    'reply-to': 'zoe@example.com',
    subject: 'Callback request: Zoë <O’Hara> & Söhne, +44 7700 900199',
    'message-id': '<b1f7c9aa-0000-4000-8000-000000000001@www.example.com>',
    'auto-submitted': 'auto-generated',
  });
  expect(mail?.text.trim()).toBe(
    [
      'Received: Wed, 1 Jul 2026, 13:05',
      'Name: Zoë <O’Hara> & Söhne',
      'Mobile number: +44 7700 900199',
      'E-mail address: zoe@example.com',
      'Message: First line',
      'Second <b>line</b>',
      'Reference: b1f7c9aa-0000-4000-8000-000000000001',
    ].join('\r\n'),
  );
  expect(mail?.headers.get('content-type')).toMatch(/^text\/plain;/);
});

test('a mail links to the request at the desk, once the desk has a public address', async () => {
  const smtp = await startSmtp();
  await mailTo(smtp.url, 'https://desk.example.com')(DUE, never);
  const link = `https://desk.example.com/callbacks/${DUE.id}`;
  expect(smtp.mails[0]?.text).toContain(`Open it at the desk: ${link}`);
});

test('a request that looks automatic is marked as such', async () => {
  const smtp = await startSmtp();
  await mailTo(smtp.url)({ ...DUE, flags: ['honeypot', 'fast'] }, never);
  expect(smtp.mails[0]?.text).toContain(
    'Suspected: a field that people do not see was filled in, sent within 3 seconds',
  );
});

test.each([
  'not an address',
  'a@b',
  'a@b..example.com',
  '<a@example.com>, b@example.com',
  '"a b"@example.com',
  'zoë@exämple.com',
  `${'a'.repeat(200)}@example.com`,
])('a caller whose address %j cannot stand in a header is told of all the same', async (email) => {
  const smtp = await startSmtp();
  expect(await mailTo(smtp.url)(withFields({ email }), never)).toEqual({ kind: 'delivered' });
  expect(smtp.mails[0]?.headers.has('reply-to')).toBe(false);
  expect(smtp.mails[0]?.text).toContain(`E-mail address: ${email}`);
});

test.each([
  ['Ann\r\nBcc: victim@example.net', 'a@example.com'],
  ['Ann', 'a@example.com\r\nBcc: victim@example.net'],
  ['Ann\nBcc: victim@example.net\n\nBody', 'a@example.com\nBcc: victim@example.net'],
  ['Ann, victim@example.net', '=?utf-8?q?a=0D=0ABcc:_victim@example.net?='],
])('a name %j and an address %j add no header and no recipient', async (name, email) => {
  const smtp = await startSmtp();
  await mailTo(smtp.url)(withFields({ name, email }), never);
  expect(smtp.mails[0]?.to).toBe('office@example.org');
  expect(smtp.mails[0]?.headers.has('bcc')).toBe(false);
  expect(smtp.mails[0]?.headers.get('reply-to') ?? '').not.toContain('victim');
});

/** Options of a mail server that answers with this code at one stage of the conversation. */
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

test.each([
  ['onConnect', 421],
  ['onConnect', 554], // on a block list, often for minutes (RFC 5321, section 3.1)
  ['onAuth', 535],
  ['onMailFrom', 530], // wants a login first (RFC 4954)
  ['onMailFrom', 550],
  ['onMailFrom', 553],
  ['onRcptTo', 450],
  ['onRcptTo', 530],
  ['onRcptTo', 554], // how Postfix turns away hosts on a block list, and those that may not relay
] as const)('a server that refuses %s with %i is told again', async (stage, code) => {
  const smtp = await startSmtp(undefined, 0, refusing(stage, code));
  const url = stage === 'onAuth' ? smtp.url.replace('//', '//user:wrong@') : smtp.url;
  expect(await mailTo(url)(DUE, never)).toEqual({ kind: 'retry', reason: `SMTP ${code}` });
});

test.each([550, 551, 552, 553])(
  'a recipient whom the server refuses with %i is not told again',
  async (code) => {
    const smtp = await startSmtp(undefined, 0, refusing('onRcptTo', code));
    expect(await mailTo(smtp.url)(DUE, never)).toEqual({ kind: 'refused', reason: `SMTP ${code}` });
  },
);

test.each([
  [451, { kind: 'retry', reason: 'SMTP 451' }],
  [421, { kind: 'retry', reason: 'SMTP 421' }],
  [550, { kind: 'refused', reason: 'SMTP 550' }],
  [552, { kind: 'refused', reason: 'SMTP 552' }],
  [554, { kind: 'refused', reason: 'SMTP 554' }],
])('a message that a server answers with %i is sent again, or never', async (code, attempt) => {
  const smtp = await startSmtp(() => code);
  expect(await mailTo(smtp.url)(DUE, never)).toEqual(attempt);
});

test.each([
  ['no EHLO and no HELO', /^(EHLO|HELO)/, 'SMTP 502'],
  ['no STARTTLS after offering it', /^STARTTLS/, 'SMTP 502'],
])('a server that takes %s is told again', async (_, refused, reason) => {
  const server = await startTcpServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (bytes: Buffer) => {
      socket.write(refused.test(bytes.toString()) ? '502 no\r\n' : '250-hello\r\n250 STARTTLS\r\n');
    });
  });
  expect(await mailTo(`smtp://127.0.0.1:${server.port}`)(DUE, never)).toEqual({
    kind: 'retry',
    reason: reason,
  });
});

test('a mail to a server that hangs up or is away is sent again', async () => {
  const dropping = await startSmtp(() => 'drop');
  expect(await mailTo(dropping.url)(DUE, never)).toEqual({ kind: 'retry', reason: 'ECONNECTION' });
  const absent = `smtp://127.0.0.1:${await freePort()}`;
  expect(await mailTo(absent)(DUE, never)).toEqual({ kind: 'retry', reason: 'ECONNREFUSED' });
});

test('a stop ends a delivery to a stalled server and closes the connection', async () => {
  const smtp = await startSmtp(() => 'stall');
  const stop = new AbortController();
  const attempt = mailTo(smtp.url)(DUE, stop.signal);
  await expect.poll(() => smtp.attempts).toBe(1);
  stop.abort();
  expect(await attempt).toEqual({ kind: 'retry', reason: 'EABORT' });
});
