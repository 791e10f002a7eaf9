import type { Page } from '@playwright/test';
import { startContent } from '../fakes/content.ts';
import { assetLink, blogPost, type EntryItem, otherEntry, sampleAssets } from '../fakes/entries.ts';
import { doc, p, postCard } from '../fakes/rich-text.ts';
import { allowMessage, expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

const SECRET = 'the-secret-of-editors';
const APP = 'https://app.contentful.com/';
const SITE = 'https://site.example';

const OTHER = blogPost('other', {
  title: 'The other post',
  slug: 'other',
  publishedDate: '2025-01-01',
});
const [PICTURE] = sampleAssets;
const PICTURE_ID = PICTURE?.sys.id as string;
const POST = blogPost('own', {
  title: 'First wording',
  slug: 'own',
  publishedDate: '2025-05-05',
  author: 'An Editor',
  featuredImage: assetLink(PICTURE_ID),
  content: doc(p('The beginning.'), postCard('other')),
});
const CONTENT_PAGE = otherEntry('page', 'town', {
  title: 'First wording',
  slug: 'town',
  summary: 'The lead.',
  image: assetLink(PICTURE_ID),
  content: doc(p('The beginning.'), postCard('other')),
});

/** A message from the live preview SDK to the web app. */
interface Message {
  method: string;
  id?: string;
  config?: string;
  elements?: { attributes: object }[];
}

/** The web app, which keeps what it is told by the page that it frames. */
const appPage = (id: string) => `<!doctype html><script>
    const messages = [];
    addEventListener('message', ({ data, origin }) => origin === '${SITE}' && messages.push(data));
  </script><iframe width="900" height="700" src="${SITE}/preview?secret=${SECRET}&id=${id}"></iframe>`;

async function messageOf(page: Page, method: string): Promise<Message> {
  const find = async () =>
    (await page.evaluate<Message[]>('messages')).findLast((message) => message.method === method);
  await expect.poll(find).toBeTruthy();
  return (await find()) as Message;
}

const tell = (page: Page, message: object) =>
  page.evaluate((message) => frames[0]?.postMessage(message, '*'), {
    source: 'live-preview-editor',
    ...message,
  });

/** Sends changed fields as the web app does for every key. */
async function type(page: Page, id: string, entry: EntryItem, fields: object): Promise<void> {
  const data = { ...entry, fields: { ...entry.fields, ...fields } };
  await tell(page, { method: 'ENTRY_UPDATED', subscriptionId: id, data });
}

/** The entries, with the element that shows each of their fields. */
for (const [name, entry, elements] of [
  ['post', POST, { title: 'h1', author: 'span', publishedDate: 'time', content: 'div' }],
  ['page', CONTENT_PAGE, { title: 'h1', summary: 'p', content: 'div' }],
] as const)
  test(`the draft of a ${name} is shown while it is typed, and a click opens its fields`, async ({
    page,
    consoleMessages,
  }) => {
    const { id } = entry.sys;
    const content = await startContent([entry], {
      Entry: [OTHER],
      Asset: sampleAssets.slice(0, 1),
    });
    const bodies: string[] = [];
    let isRefused = false;
    const site = await OwnSite.start({
      ...content.environment,
      CONTENTFUL_PREVIEW_HOST: content.environment.CONTENTFUL_HOST,
      CONTENTFUL_PREVIEW_TOKEN: 'token',
      PREVIEW_SECRET: SECRET,
    });
    // Under https, like every public site: browsers keep loopback addresses out of public pages.
    await page.route(`${SITE}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const body = route.request().postData();
      if (body && isRefused) return route.fulfill({ status: 413 });
      if (body) bodies.push(body);
      await route.fulfill({ response: await route.fetch({ url: site.url + pathname + search }) });
    });
    await page.route(APP, (route) =>
      route.fulfill({ contentType: 'text/html', body: appPage(id) }),
    );
    await page.goto(APP);
    const { config, id: subscription = '' } = await messageOf(page, 'SUBSCRIBED');
    expect(config).toContain('The other post'); // links resolved, as the SDK asks
    await messageOf(page, 'CONNECTED');
    await tell(page, { method: 'INSPECTOR_MODE_CHANGED', isInspectorActive: true });
    const tagged = Object.keys(elements).map((fieldId) =>
      expect.objectContaining({ fieldId, entryId: id, locale: 'en-US' }),
    );
    await expect
      .poll(async () => {
        const { elements = [] } = await messageOf(page, 'TAGGED_ELEMENTS');
        return elements.map(({ attributes }) => attributes);
      })
      .toEqual(expect.arrayContaining(tagged));

    const frame = page.frameLocator('iframe');
    await type(page, subscription, entry, {
      title: '',
      content: doc(p('<b>The end</b>'), postCard('other')),
    });
    await expect(frame.locator('h1')).toHaveText('No title yet');
    await expect(frame.locator('.rich')).toContainText('<b>The end</b>');
    await expect(frame.getByRole('link', { name: 'The other post' })).toBeVisible();
    for (let key = 1; key <= 20; key++)
      await type(page, subscription, entry, { title: 'x'.repeat(key) });
    await expect(frame.locator('h1')).toHaveText('x'.repeat(20));
    for (const [field, element] of Object.entries(elements))
      await expect(
        frame.locator(
          `${element}[data-contentful-field-id=${field}][data-contentful-entry-id=${id}]`,
        ),
      ).toHaveCount(1);
    const sent = bodies.map((body) => JSON.parse(body));
    for (const { includes } of sent) {
      expect(includes.Entry.map(({ sys }: EntryItem) => sys.id)).toEqual(['other']);
      expect(includes.Asset.map(({ sys }: EntryItem) => sys.id)).toEqual([PICTURE_ID]);
    }
    isRefused = true;
    await type(page, subscription, entry, { title: 'Too long' });
    await expect(frame.getByText('this draft is too large for it')).toBeVisible();
    allowMessage(consoleMessages, '413');
    await expect(frame.locator('h1')).toHaveText('x'.repeat(20));
    isRefused = false;
    await type(page, subscription, entry, { title: 'Shorter' });
    await expect(frame.locator('h1')).toHaveText('Shorter');
    await expect(frame.getByText('The preview has stopped')).toHaveCount(0);
    await site.end(page);
    await content.end();
  });
