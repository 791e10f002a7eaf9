import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { GOOD, startBackend } from '../stand-ins/contact.ts';
import { startSmtp } from '../stand-ins/smtp.ts';
import { serve } from '../support/serve.ts';
import { startSite } from '../support/site.ts';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** A webhook's receiver that notes the headers of each request. */
async function startReceiver() {
  const received: IncomingHttpHeaders[] = [];
  const url = await serve((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.end());
  });
  return { received, url };
}

test("the trace of a visitor's request goes on to PHP, the webhook, the mail and the log", async () => {
  const [smtp, backend, receiver] = [
    await startSmtp(),
    await startBackend(),
    await startReceiver(),
  ];
  const site = await startSite({
    PHP_BACKEND_URL: backend.origin,
    SMTP_URL: smtp.url,
    CALLBACK_MAIL_TO: 'office@example.org',
    CALLBACK_MAIL_FROM: 'site@example.org',
    CALLBACK_WEBHOOK_URL: receiver.url,
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
  });
  const send = (message: string, traceparent: string) =>
    fetch(`${site.url}/contact.php`, {
      method: 'POST',
      body: new URLSearchParams({ ...GOOD, message }),
      headers: { traceparent },
    });
  expect((await send('first', TRACE)).status).toBe(200);
  await expect.poll(() => [smtp.mails.length, receiver.received.length]).toEqual([1, 1]);
  expect((await send('second', 'canary')).status).toBe(200);
  await expect.poll(() => [smtp.mails.length, receiver.received.length]).toEqual([2, 2]);

  const php = (await backend.requests()).map(({ headers }) => headers.traceparent);
  expect(php).toEqual([TRACE, undefined]);
  expect(receiver.received.map(({ traceparent }) => traceparent)).toEqual([TRACE, undefined]);
  expect(smtp.mails.map(({ headers }) => headers.get('traceparent'))).toEqual([TRACE, undefined]);
  const lines = () =>
    site.lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const traced = () => lines().filter(({ traceparent }) => traceparent === TRACE);
  await expect
    .poll(() =>
      traced()
        .map(({ msg }) => msg)
        .toSorted(),
    )
    .toEqual(['callback request delivered', 'callback request delivered', 'request']);
  expect(traced().find(({ msg }) => msg === 'request')).toMatchObject({ route: '/contact.php' });
  expect(site.lines.join('')).not.toContain('canary');
});
