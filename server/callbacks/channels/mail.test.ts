import { expect, test } from 'vitest';
import { startSmtp } from '../../../test/stand-ins/smtp.ts';
import { startTcpServer } from '../../../test/stand-ins/tcp-proxy.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { typed } from '../../../test/support/typed.ts';
import type { DueDelivery } from '../store.ts';
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
  flags: [],
  channel: 'mail:office@example.org',
  attempts: 1,
  since: '2026-07-01T12:05:00.000Z',
};

const mailTo = (smtpUrl: string) =>
  createMailChannel(
    { smtpUrl, from: 'Website <site@example.org>', siteHost: 'www.example.com' },
    'office@example.org',
  );
const never = new AbortController().signal;
const withFields = (fields: Partial<DueDelivery['fields']>) => ({
  ...DUE,
  fields: { ...DUE.fields, ...fields },
});

test('a mail says whom to ring, when they asked, and every field; a reply goes to them', async () => {
  const smtp = await startSmtp();
  expect(await mailTo(smtp.url)(DUE, never)).toBe('delivered');
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
  expect(mail?.parts.get('text/plain')?.trim()).toBe(
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
  const html = mail?.parts.get('text/html');
  expect(html).toContain('<td>Zoë &lt;O’Hara&gt; &amp; Söhne</td>');
  expect(html).toContain('<a href="tel:+447700900199">+44 7700 900199</a>');
  expect(html).toContain('First line<br>Second &lt;b&gt;line&lt;/b&gt;');
});

test('a request that looks automatic is marked as such', async () => {
  const smtp = await startSmtp();
  await mailTo(smtp.url)({ ...DUE, flags: ['honeypot', 'fast'] }, never);
  expect(smtp.mails[0]?.parts.get('text/plain')).toContain('Signs of a robot: honeypot, fast');
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
  expect(await mailTo(smtp.url)(withFields({ email }), never)).toBe('delivered');
  expect(smtp.mails[0]?.headers.has('reply-to')).toBe(false);
  expect(smtp.mails[0]?.parts.get('text/plain')).toContain(`E-mail address: ${email}`);
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

test.each([
  [451, { retry: 'SMTP 451' }],
  [421, { retry: 'SMTP 421' }],
  [550, { refused: 'SMTP 550' }],
  [552, { refused: 'SMTP 552' }],
])('a server that answers %i is told again, or never', async (code, attempt) => {
  const smtp = await startSmtp(() => code);
  expect(await mailTo(smtp.url)(DUE, never)).toEqual(attempt);
});

test('a mail to a server that hangs up or is away is sent again', async () => {
  const dropping = await startSmtp(() => 'drop');
  expect(await mailTo(dropping.url)(DUE, never)).toEqual({ retry: 'ECONNECTION' });
  const absent = `smtp://127.0.0.1:${await freePort()}`;
  expect(await mailTo(absent)(DUE, never)).toEqual({ retry: 'ECONNREFUSED' });
});

test('a wrong password does not set the message aside', async () => {
  const server = await startTcpServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (bytes: Buffer) => {
      const auth = bytes.toString().startsWith('AUTH');
      socket.write(auth ? '535 no\r\n' : '250-hello\r\n250 AUTH PLAIN\r\n');
    });
  });
  const channel = mailTo(`smtp://user:wrong@127.0.0.1:${server.port}`);
  expect(await channel(DUE, never)).toEqual({ retry: 'SMTP 535' });
});

test('a stop ends a delivery to a stalled server and closes the connection', async () => {
  const smtp = await startSmtp(() => 'stall');
  const stop = new AbortController();
  const attempt = mailTo(smtp.url)(DUE, stop.signal);
  await expect.poll(() => smtp.attempts).toBe(1);
  stop.abort();
  expect(await attempt).toEqual({ retry: 'EABORT' });
});
