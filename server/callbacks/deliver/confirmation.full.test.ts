import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { readCallbacks } from '../../../test/support/callbacks/stores.ts';
import { startSite } from '../../../test/support/site.ts';

afterEach(() => void vi.useRealTimers());

const STAFF = 'office@example.org';
const FOLLOWING_DAY_MS = 24 * 60 * 60 * 1000;

const through = (url: string) => ({
  SMTP_URL: url,
  CALLBACK_MAIL_TO: STAFF,
  CALLBACK_MAIL_FROM: 'site@example.org',
  CALLBACK_CONFIRMATION: 'on',
});

/** A form behind which callers are sent a confirmation. */
async function startConfirming(...smtpOptions: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...smtpOptions);
  const contact = await startContactSite(through(smtp.url));
  const to = (address: string) => smtp.mails.filter((mail) => mail.to === address);
  /** Returns the state of each request's confirmation once nothing waits. */
  const outcomes = async () => {
    const kept = await readCallbacks(contact.dataDir);
    const all = kept.flatMap(({ deliveries }) => deliveries);
    if (all.some(({ state }) => state === 'waiting')) return null;
    return kept.map(({ deliveries }) => {
      const own = deliveries.find(({ channel }) => channel === 'confirmation');
      return own && [own.state, own.reason];
    });
  };
  return { ...contact, smtp, to, outcomes };
}

test('mails the caller a confirmation that contains nothing they typed', async () => {
  const { post, to, outcomes, dataDir } = await startConfirming();
  const typed = { name: 'Canary Zoë', mobile: '07700 900199', message: 'canary https://evil.test' };
  expect(await post(typed)).toMatchObject({ status: 200, text: '{"ok":true}' });
  await expect.poll(outcomes).toEqual([['delivered', null]]);
  const [mail, ...others] = to(VALID_FORM.email);
  expect(others).toEqual([]);
  const [kept] = await readCallbacks(dataDir);
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: 'Kerbside <site@example.org>',
    to: VALID_FORM.email,
    subject: 'We have received your callback request',
    'reply-to': 'hello@kerbside.example',
    'message-id': `<${kept?.id}.confirmation@www.example.com>`,
    'auto-submitted': 'auto-generated',
  });
  expect(mail?.text).toContain('Thank you for asking Kerbside to call you.');
  expect(mail?.text).toContain('0808 157 0124');
  expect(mail?.text).toContain('Registered in England and Wales');
  expect(mail?.text).toContain('We are an accident management company, not your insurer. You can');
  expect(mail?.html).toContain('We are an accident management company, not your insurer. You can');
  expect(mail?.html.match(/href="[^"]*"/g)).toEqual([
    'href="tel:+448081570124"',
    'href="https://www.example.com/privacy-policy"',
    'href="tel:+448081570124"',
  ]);
  for (const body of [mail?.text, mail?.html]) expect(body).not.toMatch(/canary|Zoë|900199|evil/i);
  expect(to(STAFF)).toHaveLength(1);
});

test('mails an address once a day in any spelling, but notifies staff of each request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { post, to, smtp, outcomes } = await startConfirming();
  await post({ name: 'First' });
  await expect.poll(outcomes).toEqual([['delivered', null]]);
  await post({ name: 'Second', email: VALID_FORM.email.toUpperCase() });
  const confirmed = [
    ['delivered', null],
    ['delivered', 'already sent one today'],
  ];
  await expect.poll(outcomes).toEqual(confirmed);
  vi.setSystemTime(Date.now() + FOLLOWING_DAY_MS);
  await post({ name: 'Third' });
  await expect.poll(outcomes).toEqual([...confirmed, ['delivered', null]]);
  expect(to(STAFF)).toHaveLength(3);
  expect(smtp.mails).toHaveLength(5);
});

test('mails nobody about a flagged request', async () => {
  const { post, smtp, outcomes } = await startConfirming();
  await post({ website: 'https://spam.test' });
  await expect.poll(outcomes).toEqual([undefined]);
  expect(smtp.mails.map((mail) => mail.to)).toEqual([STAFF]);
});

test.each([
  'not an address',
  '<a@example.com>, victim@example.net',
  '"a b"@example.com',
  'a@example.com,victim@example.net',
  'a@example.com?bcc=victim@example.net',
])('mails nobody about %s, but notifies staff', async (email) => {
  const { post, smtp, outcomes } = await startConfirming();
  expect(await post({ email })).toMatchObject({ status: 200 });
  await expect.poll(outcomes).toEqual([['delivered', 'not a valid address']]);
  expect(smtp.mails.map((mail) => mail.to)).toEqual([STAFF]);
});

test("raises no alarm when the mail server refuses the caller's address", async () => {
  const { post, outcomes, lines, metrics } = await startConfirming(undefined, {
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, callback) {
      if (address === STAFF) return callback();
      callback(Object.assign(new Error('canary: no such user'), { responseCode: 550 }));
    },
  });
  await post();
  await expect.poll(outcomes).toEqual([['delivered', 'SMTP 550']]);
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  expect(lines.join('')).not.toMatch(/canary/i);
  expect(await metrics.registry.metrics()).toContain(
    'callback_deliveries_total{channel="confirmation",outcome="delivered"} 1',
  );
});

test('quotes the site file as it is at that moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const SITE_FILE = join(folder, 'site.json');
  const edit = (company: Record<string, string>) =>
    writeFileSync(SITE_FILE, JSON.stringify({ company }));
  edit({ name: 'Before Ltd' });
  const smtp = await startSmtp();
  const site = await startSite({ ...through(smtp.url), SITE_FILE });
  edit({ name: 'After & Sons', phone24h: '0808 157 0999', callbackWithin: '20 minutes' });
  await expect
    .poll(() => site.lines.join(), { timeout: 10_000 })
    .toContain('its new content is live');
  await site.callbacks?.outbox.keep({ fields: VALID_FORM, flags: [] }, ['confirmation']);
  await expect.poll(() => smtp.mails.length).toBe(1);
  const { headers, text } = smtp.mails[0] as (typeof smtp.mails)[number];
  expect(headers.get('from')).toBe('"After & Sons" <site@example.org>');
  expect(text).toContain('asking After & Sons to call you');
  expect(text).toContain('We will call you back within 20 minutes.');
  expect(text).toContain('call us on 0808 157 0999');
});

test.each([
  'MAILER-DAEMON@example.net',
  'postmaster@example.net',
  'Office@example.org',
  'site@example.org',
  'hello@kerbside.example',
])('sends no confirmation to %s, which is no address of a caller', async (email) => {
  const { post, to, outcomes } = await startConfirming();
  expect(await post({ email })).toMatchObject({ status: 200 });
  await expect.poll(outcomes).toEqual([['delivered', 'not an address of a caller']]);
  expect(to(email)).toEqual([]);
});
