import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startContactSite, VALID_FORM } from '../../../test/fakes/contact.ts';
import { startNtfy } from '../../../test/fakes/ntfy.ts';
import { neverAborted, siteUrls } from '../../../test/support/callbacks/channel-site.ts';
import { receiverId } from './channel.ts';
import { createWebhookReceivers } from './webhook.ts';

/** The address that docs/connections.md gives, at a push service of this origin. */
function documentedAddress(origin: string): string {
  const text = readFileSync('docs/connections.md', 'utf8');
  const [, rest] = /^CALLBACK_WEBHOOK_URL=https:\/\/push\.example\.com(\/.*)$/m.exec(text) ?? [];
  return `${origin}${rest}`;
}

test("notifies phones of a request by a push service, at the guide's address", async () => {
  const { origin, pushes } = await startNtfy();
  const { post } = await startContactSite({
    CALLBACK_WEBHOOK_URL: documentedAddress(origin),
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
  });
  await post();
  await post({ name: 'Bot', website: 'https://spam.test' });
  await expect
    .poll(() => pushes.toSorted((one, other) => one.title.localeCompare(other.title)))
    .toEqual([
      {
        topic: 'callbacks',
        title: 'Callback request',
        message: `${VALID_FORM.name}: ${VALID_FORM.mobile}`,
      },
      {
        topic: 'callbacks',
        title: 'Callback request (possible spam)',
        message: `Bot: ${VALID_FORM.mobile}`,
      },
    ]);
});

test('notifies phones of a failing channel at the same address', async () => {
  const { origin, pushes } = await startNtfy();
  const settings = {
    url: documentedAddress(origin),
    format: 'json' as const,
    secret: 'a secret of the webhook',
  };
  const [receiver] = createWebhookReceivers([settings], { urls: siteUrls() });
  expect(receiver?.channel).toBe(receiverId('webhook', settings.url));
  const notice = {
    id: 'mail failing 2026-11-24T10:00:00.000Z',
    notice: 'failing',
    channel: 'mail',
    since: '2026-11-24T09:00:00.000Z',
    waiting: 2,
    givenUp: 0,
    desk: null,
  } as const;
  expect(await receiver?.notify?.(notice, neverAborted)).toEqual({ kind: 'delivered' });
  expect(pushes).toEqual([
    { topic: 'callbacks', title: 'Callback requests: mail is failing', message: '2 waiting' },
  ]);
});
