import { json } from 'node:stream/consumers';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { serve } from '../../test/support/serve.ts';
import { startSite } from '../../test/support/site.ts';
import { createIndexNow } from './index-now.ts';

const KEY = '0123456789abcdef';

/** A search engine that gives this answer. */
async function startEngine(status: number) {
  const told: unknown[] = [];
  const origin = await serve(async (request, response) => {
    told.push(await json(request));
    response.writeHead(status).end();
  });
  return { told, endpoint: `${origin}/indexnow` };
}

function telling(endpoint: string) {
  const lines: string[] = [];
  const tell = createIndexNow({
    siteUrl: 'https://www.kerbside.example',
    key: KEY,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    endpoint,
  });
  return { tell, lines };
}

test('one message names the host, the key, where the key is, and the address of every post', async () => {
  const { told, endpoint } = await startEngine(202);
  const { tell, lines } = telling(endpoint);
  await tell(new Set(['after-dark', 'café']));
  expect(told).toEqual([
    {
      host: 'www.kerbside.example',
      key: KEY,
      keyLocation: `https://www.kerbside.example/${KEY}.txt`,
      urlList: [
        'https://www.kerbside.example/blogs/after-dark',
        'https://www.kerbside.example/blogs/caf%C3%A9',
      ],
    },
  ]);
  expect(lines.join('')).toContain('were told');
});

test('without changed posts nothing is sent', async () => {
  const { told, endpoint } = await startEngine(200);
  await telling(endpoint).tell([]);
  expect(told).toEqual([]);
});

test.each([400, 403, 422, 301, 429, 503])('a %i is logged and fails nothing', async (status) => {
  const { told, endpoint } = await startEngine(status);
  const { tell, lines } = telling(endpoint);
  await tell(['a']);
  expect(told).toHaveLength(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`status ${status}`);
});

test('an engine that cannot be reached is logged and fails nothing', async () => {
  const { tell, lines } = telling('http://127.0.0.1:9/indexnow');
  await tell(['a']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('could not be told');
});

test("an editor's change on a public site reaches search engines, with the key that the site serves", async () => {
  const { told, endpoint } = await startEngine(200);
  const toTheWorld = fetch;
  vi.stubGlobal('fetch', (address: string, options: RequestInit) =>
    toTheWorld(address === 'https://api.indexnow.org/indexnow' ? endpoint : address, options),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const service = await startContentfulStandIn();
  service.entries = somePosts(3);
  const site = await startSite({
    ...service.environment,
    SITE_URL: 'https://www.kerbside.example',
    INDEXNOW_KEY: KEY,
    CONTENTFUL_WEBHOOK_SECRET: 'a secret of the webhook',
  });
  await expect.poll(() => site.blog.known().length).toBeGreaterThan(0);
  const entry = service.edit('post-2', { title: 'Corrected' });
  const answer = await fetch(`${site.url}/webhooks/contentful`, {
    method: 'POST',
    headers: {
      'X-Webhook-Secret': 'a secret of the webhook',
      'X-Contentful-Topic': 'ContentManagement.Entry.publish',
    },
    body: JSON.stringify(entry),
  });
  expect(answer.status).toBe(204);
  await expect.poll(() => told).toHaveLength(1);
  const [message] = told as { urlList: string[]; keyLocation: string }[];
  expect(message).toMatchObject({
    host: 'www.kerbside.example',
    key: KEY,
    urlList: ['https://www.kerbside.example/blogs/post-2'],
  });
  const { pathname } = new URL(message?.keyLocation ?? '');
  expect(await (await fetch(site.url + pathname)).text()).toBe(KEY);
});
