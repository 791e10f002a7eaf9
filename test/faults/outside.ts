import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PREVIEW_TOKEN, startContentfulStandIn } from '../fakes/contentful-stand-in.ts';
import { startSmtp } from '../fakes/smtp.ts';
import { freePort } from '../support/free-port.ts';
import { serve } from '../support/serve.ts';
import { siteFile, temporaryFolder } from '../support/site-file.ts';

const SECRET = '0123456789abcdef';

/**
 * Starts everything outside that a site can be told of, and returns the environment that tells it.
 */
export async function startOutside() {
  const smtp = await startSmtp();
  const content = await startContentfulStandIn();
  /** Names of the callers that the webhook or the PHP backend received. */
  const told = new Set<string>();
  const origin = await serve(async (request, response) => {
    const body = await text(request).catch(() => '{}'); // the site has broken it off
    const form = new URLSearchParams(body);
    told.add(request.url === '/hook' ? JSON.parse(body).name : (form.get('name') ?? ''));
    response.end('{"ok":true}');
  });
  const adminPort = await freePort();
  const password = join(temporaryFolder(), 'password');
  writeFileSync(password, SECRET);
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
      DESK_PASSWORD_FILE: password,
      SITE_FILE: siteFile({}),
      CONTACT_RATE_LIMIT: '1000000',
    },
  };
}
