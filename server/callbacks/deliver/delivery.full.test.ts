import { expect, test } from 'vitest';
import { startBackend, startContactSite } from '../../../test/fakes/contact.ts';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { readCallbacks } from '../../../test/support/callbacks/stores.ts';

const mailThrough = (url: string) => ({
  SMTP_URL: url,
  CALLBACK_MAIL_TO: 'office@example.org, night@example.org',
  CALLBACK_MAIL_FROM: 'site@example.org',
});

test('mails a request that PHP accepts, under the same id, and none that it refuses', async () => {
  const [smtp, backend] = [await startSmtp(), await startBackend()];
  const { post, dataDir } = await startContactSite({
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
