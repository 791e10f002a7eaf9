import type { Page } from '@playwright/test';
import { startContent } from '../stand-ins/content.ts';
import { type AssetItem, assetLink, blogPost } from '../stand-ins/entries.ts';
import { doc, p, postCard } from '../stand-ins/rich-text.ts';
import { expect, forget, test } from './console.ts';
import { OwnSite } from './own-site.ts';

const SECRET = 'the-secret-of-editors';
const APP = 'https://app.contentful.com/';
const SITE = 'https://site.example';

const COVER: AssetItem = {
  sys: { type: 'Asset', id: 'cover', createdAt: '', updatedAt: '' },
  fields: {
    title: 'A car',
    description: 'A car on a kerb',
    file: {
      url: '//images.ctfassets.net/s/cover/car.svg',
      fileName: 'car.svg',
      contentType: 'image/svg+xml',
      details: { size: 9, image: { width: 1600, height: 800 } },
    },
  },
};
const OTHER = blogPost('other', {
  title: 'The other post',
  slug: 'other',
  publishedDate: '2025-01-01',
});
const POST = blogPost('own', {
  title: 'First wording',
  slug: 'own',
  publishedDate: '2025-05-05',
  author: 'An Editor',
  featuredImage: assetLink('cover'),
  content: doc(p('The beginning.'), postCard('other')),
});

/** What the SDK tells the web app. */
interface Message {
  method: string;
  id?: string;
  config?: string;
  elements?: { attributes: object }[];
}

/** A site whose drafts are previewed, and the web app's page with a preview in it. */
async function previewed(page: Page, use: (site: OwnSite) => Promise<void>): Promise<void> {
  const content = await startContent([POST], { Entry: [OTHER], Asset: [COVER] });
  const site = await OwnSite.start({
    ...content.environment,
    CONTENTFUL_PREVIEW_HOST: content.environment.CONTENTFUL_HOST,
    CONTENTFUL_PREVIEW_TOKEN: 'token',
    PREVIEW_SECRET: SECRET,
  });
  // Under https, like every public site: browsers keep loopback addresses out of public pages.
  await page.route(`${SITE}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: site.url + pathname + search }) });
  });
  await page.route('**://*.ctfassets.net/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
  const body = `<!doctype html><script>
    const messages = [];
    addEventListener('message', ({ data, origin }) => origin === '${SITE}' && messages.push(data));
  </script><iframe width="900" height="700" src="${SITE}/preview?secret=${SECRET}&slug=own"></iframe>`;
  for (const app of [APP, 'https://evil.example/'])
    await page.route(app, (route) => route.fulfill({ contentType: 'text/html', body }));
  try {
    await use(site);
  } finally {
    await site.end(page);
    await content.end();
  }
}

const messagesIn = (page: Page) => page.evaluate<Message[]>('messages');

async function messageOf(page: Page, method: string): Promise<Message> {
  const find = async () =>
    (await messagesIn(page)).findLast((message) => message.method === method);
  await expect.poll(find).toBeTruthy();
  return (await find()) as Message;
}

/** As the web app does for every key: the links of what was typed are resolved. */
async function type(page: Page, fields: object): Promise<void> {
  const { id } = await messageOf(page, 'SUBSCRIBED');
  const data = { ...POST, fields: { ...POST.fields, featuredImage: COVER, ...fields } };
  await page.evaluate((message) => frames[0]?.postMessage(message, '*'), {
    source: 'live-preview-editor',
    method: 'ENTRY_UPDATED',
    subscriptionId: id,
    data,
  });
}

test('what an editor types is shown while it is typed, as the site would show it', async ({
  page,
}) => {
  await previewed(page, async () => {
    await page.goto(APP);
    const frame = page.frameLocator('iframe');
    const { config } = await messageOf(page, 'SUBSCRIBED');
    expect(config).toContain('The other post'); // links resolved, as the SDK asks
    await type(page, { title: 'Second wording' });
    await expect(frame.locator('h1')).toHaveText('Second wording');
    await expect(frame.locator('.post__cover')).toHaveAttribute('alt', 'A car on a kerb');
    // An entry that the page did not know, which leads back to the post.
    const added = {
      ...OTHER,
      sys: { ...OTHER.sys, id: 'added' },
      fields: { ...OTHER.fields, title: 'Added', slug: 'added', related: POST },
    };
    const embed = (target: unknown) => ({
      nodeType: 'embedded-entry-block',
      data: { target },
      content: [],
    });
    await type(page, {
      title: '',
      featuredImage: undefined,
      content: doc(p('<b>The end</b>'), embed(added), postCard('other')),
    });
    await expect(frame.locator('h1')).toHaveText('No title yet');
    await expect(frame.locator('.post__cover')).toHaveCount(0);
    await expect(frame.locator('.rich')).toContainText('<b>The end</b>');
    await expect(frame.getByRole('link', { name: 'Added' })).toHaveAttribute(
      'href',
      '/blogs/added',
    );
    await expect(frame.getByRole('link', { name: 'The other post' })).toBeVisible();
    await expect(frame.getByText('This is a draft.')).toBeVisible();
    for (let key = 1; key <= 20; key++) await type(page, { title: 'x'.repeat(key) });
    await expect(frame.locator('h1')).toHaveText('x'.repeat(20));
  });
});

test('fields can be clicked to open them, before and after an edit', async ({ page }) => {
  const FIELDS = {
    title: 'h1',
    featuredImage: 'img',
    author: 'span',
    publishedDate: 'time',
    content: 'div',
  };
  await previewed(page, async () => {
    await page.goto(APP);
    const told = async () => {
      const { elements = [] } = await messageOf(page, 'TAGGED_ELEMENTS');
      return elements.map(({ attributes }) => attributes);
    };
    const tagged = Object.keys(FIELDS).map((fieldId) =>
      expect.objectContaining({ fieldId, entryId: 'own', locale: 'en-US' }),
    );
    await messageOf(page, 'CONNECTED');
    await page.evaluate(() =>
      frames[0]?.postMessage(
        {
          source: 'live-preview-editor',
          method: 'INSPECTOR_MODE_CHANGED',
          isInspectorActive: true,
        },
        '*',
      ),
    );
    await expect.poll(told).toEqual(expect.arrayContaining(tagged));
    await type(page, { title: 'Second wording' });
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('h1')).toHaveText('Second wording');
    for (const [field, element] of Object.entries(FIELDS))
      await expect(
        frame.locator(
          `${element}[data-contentful-field-id=${field}][data-contentful-entry-id=own]`,
        ),
      ).toHaveCount(1);
  });
});

test('a draft is shown in no other frame, and nothing of the preview is on a public page', async ({
  page,
  request,
  consoleMessages,
}) => {
  await previewed(page, async (site) => {
    await page.goto('https://evil.example/');
    await expect.poll(() => consoleMessages.join()).toContain('frame-ancestors');
    forget(consoleMessages, 'frame-ancestors');
    expect(await messagesIn(page)).toEqual([]);
    const text = async (path: string) => (await request.get(site.url + path)).text();
    const draft = await text(`/preview?secret=${SECRET}&slug=own`);
    const [script] = draft.match(/\/static\/js\/live-preview-\w+\.js/) as RegExpMatchArray;
    expect((await request.get(site.url + script)).status()).toBe(200);
    for (const path of ['/', '/blogs', '/blogs/own', '/service-worker.js'])
      expect(await text(path), path).not.toMatch(/live-preview|data-contentful/);
  });
});

test('a draft that is opened by itself is a page like any other', async ({ page }) => {
  await previewed(page, async () => {
    await page.goto(`${SITE}/preview?secret=${SECRET}&slug=own`);
    await expect(page.locator('h1')).toHaveAttribute('data-contentful-field-id', 'title');
  });
});
