import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PREVIEW_TOKEN, startContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';
import { startSmtp } from '../stand-ins/smtp.ts';
import { freePort } from '../support/free-port.ts';
import { LONG } from './workload.ts';

const SECRET = '0123456789abcdef';

/** Everything outside that a site can be told of, and the environment that tells it. */
export async function startOutside() {
  const smtp = await startSmtp();
  const content = await startContentfulStandIn();
  /** Names of the callers that the webhook or the PHP backend was told of. */
  const told = new Set<string>();
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (request.url === '/hook') told.add(JSON.parse(text).name);
      else told.add(new URLSearchParams(text).get('name') ?? '');
      const form = new URLSearchParams(text);
      const isLong = form.get('message') === LONG;
      response.end(`{"ok":true}${isLong ? ' '.repeat(100_000) : ''}`);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const adminPort = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'faults-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return {
    content,
    told,
    php: origin,
    secret: SECRET,
    admin: `http://127.0.0.1:${adminPort}`,
    environment: {
      SITE_URL: 'https://site.test',
      ADMIN_PORT: String(adminPort),
      ...content.environment,
      CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
      CONTENTFUL_PREVIEW_HOST: content.origin,
      PREVIEW_SECRET: SECRET,
      CONTENTFUL_WEBHOOK_SECRET: SECRET,
      CALLBACK_WEBHOOK_URL: `${origin}/hook`,
      CALLBACK_WEBHOOK_SECRET: SECRET,
      SMTP_URL: smtp.url,
      CALLBACK_MAIL_TO: 'staff@example.com',
      CALLBACK_MAIL_FROM: 'site@example.com',
      DESK_PASSWORD_FILE: file('password', SECRET),
      SITE_FILE: file('site.json', '{}'),
      CONTACT_RATE_LIMIT: '1000000',
    },
  };
}
