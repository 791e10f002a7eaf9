import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { VALID_FORM } from '../../../test/fakes/contact.ts';
import { startReceiver } from '../../../test/fakes/receiver.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { collect } from '../../../test/support/callbacks/stores.ts';
import { startSite, type TestSite } from '../../../test/support/site.ts';
import { toCsv, toJson } from '../export-callbacks.ts';
import type { CallbackStore } from '../store/callback-store.ts';

const UTM = 'utm_source=google&utm_medium=cpc&utm_campaign=spring';
const SOURCE = { source: 'google', medium: 'cpc', campaign: 'spring' };
const HOSTILE = {
  utm_source: '=HYPERLINK("https://evil.example")',
  utm_medium: '<!channel> *x*\r\nBcc: a@b.c',
  utm_campaign: '@SUM(1)\u0000\u202e',
};

const storeOf = ({ callbacks }: TestSite) => callbacks?.store as CallbackStore;

/** Sends a form to a site, as a browser on the page at this path would. */
async function postForm(site: TestSite, path: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${site.url}/contact.php`, {
    method: 'POST',
    headers: { referer: new URL(path, site.url).href },
    body: new URLSearchParams({ ...VALID_FORM, ...fields }),
  });
  expect(response.status).toBe(200);
}

/** Returns the source of the one request in a store. */
async function storedSource(site: TestSite) {
  const [stored] = await collect(storeOf(site).list());
  return stored?.source;
}

describe('POST /contact.php', () => {
  test('stores the campaign that the form names', async () => {
    const site = await startSite();
    await postForm(site, '/contact?utm_source=other', Object.fromEntries(new URLSearchParams(UTM)));
    expect(await storedSource(site)).toEqual(SOURCE);
  });

  test('stores the campaign in the address of the page of a form without scripts', async () => {
    const site = await startSite();
    await postForm(site, `/?${UTM}&gclid=1`);
    expect(await storedSource(site)).toEqual(SOURCE);
  });

  test.each([
    ['the page has none', '/contact'],
    ['another site has one', `https://other.example/?${UTM}`],
  ])('stores null when %s', async (_, referer) => {
    const site = await startSite();
    await postForm(site, referer);
    expect(await storedSource(site)).toBeNull();
  });

  test('takes a form whose campaign has control characters', async () => {
    const site = await startSite();
    await postForm(site, '/', HOSTILE);
    expect(await storedSource(site)).toEqual({
      source: HOSTILE.utm_source,
      medium: '<!channel> *x* Bcc: a@b.c',
      campaign: '@SUM(1)',
    });
  });
});

describe('the campaign of a request', () => {
  test('is text in JSON and CSV, whatever it contains', async () => {
    const site = await startSite();
    await postForm(site, '/', HOSTILE);
    const [object] = JSON.parse(await text(toJson(storeOf(site).list())));
    expect(object.source.campaign).toBe('@SUM(1)');
    expect(object).not.toHaveProperty('medium');
    const [head = '', row] = (await text(toCsv(storeOf(site).list()))).split('\r\n');
    expect(head).toContain('page,source,medium,campaign,flags');
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(row).toContain('"\'@SUM(1)"');
  });

  test('is sent to webhooks, mail, Slack and Teams as text', async () => {
    const smtp = await startSmtp();
    const [json, slack, teams] = await Promise.all([200, 200, 200].map((of) => startReceiver(of)));
    const site = await startSite({
      SMTP_URL: smtp.url,
      CALLBACK_MAIL_TO: 'office@example.org',
      CALLBACK_MAIL_FROM: 'site@example.org',
      CALLBACK_WEBHOOK_URL: [json, slack, teams].map((receiver) => `${receiver?.origin}/`).join(),
      CALLBACK_WEBHOOK_FORMAT: 'json, slack, teams',
      CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
    });
    await postForm(site, '/', HOSTILE);
    const bodies = () => [json, slack, teams].map((receiver) => receiver?.requests[0]?.body ?? '');
    await expect.poll(() => bodies().every(Boolean)).toBe(true);
    const [signed = '', words = '', card = ''] = bodies();
    expect(JSON.parse(signed).source).toMatchObject({ medium: '<!channel> *x* Bcc: a@b.c' });
    expect(words).toContain('Campaign: @SUM(1) (source: =HYPERLINK');
    expect(words).not.toMatch(/<!channel>|https:\/\/evil|\*x\*/);
    expect(card).not.toMatch(/<!channel>|https:\/\/evil/);
    await expect.poll(() => smtp.mails.length).toBe(1);
    expect(smtp.mails[0]?.text).toContain('Campaign: @SUM(1) (source: =HYPERLINK');
    expect(smtp.mails[0]?.headers.has('bcc')).toBe(false);
  });
});
