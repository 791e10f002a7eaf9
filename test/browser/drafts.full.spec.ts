import type { Page } from '@playwright/test';
import { startContent } from '../fakes/content.ts';
import { blogPost } from '../fakes/entries.ts';
import { doc, p, postCard } from '../fakes/rich-text.ts';
import { expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

const SECRET = 'the-secret-of-editors';
const APP = 'https://app.contentful.com/';
const SITE = 'https://site.example';

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
  content: doc(p('The beginning.'), postCard('other')),
});
/** The element that shows each field. */
const FIELDS = { title: 'h1', author: 'span', publishedDate: 'time', content: 'div' };

/** A message from the live preview SDK to the web app. */
interface Message {
  method: string;
  id?: string;
  config?: string;
  elements?: { attributes: object }[];
}

/** The web app, which keeps what it is told by the page that it frames. */
const APP_PAGE = `<!doctype html><script>
    const messages = [];
    addEventListener('message', ({ data, origin }) => origin === '${SITE}' && messages.push(data));
  </script><iframe width="900" height="700" src="${SITE}/preview?secret=${SECRET}&slug=own"></iframe>`;

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
async function type(page: Page, fields: object): Promise<void> {
  const { id } = await messageOf(page, 'SUBSCRIBED');
  const data = { ...POST, fields: { ...POST.fields, ...fields } };
  await tell(page, { method: 'ENTRY_UPDATED', subscriptionId: id, data });
}

test('a draft is shown while it is typed, and its fields can be clicked to open them', async ({
  page,
}) => {
  const content = await startContent([POST], { Entry: [OTHER] });
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
  await page.route(APP, (route) => route.fulfill({ contentType: 'text/html', body: APP_PAGE }));
  await page.goto(APP);
  const { config } = await messageOf(page, 'SUBSCRIBED');
  expect(config).toContain('The other post'); // links resolved, as the SDK asks
  await messageOf(page, 'CONNECTED');
  await tell(page, { method: 'INSPECTOR_MODE_CHANGED', isInspectorActive: true });
  const tagged = Object.keys(FIELDS).map((fieldId) =>
    expect.objectContaining({ fieldId, entryId: 'own', locale: 'en-US' }),
  );
  await expect
    .poll(async () => {
      const { elements = [] } = await messageOf(page, 'TAGGED_ELEMENTS');
      return elements.map(({ attributes }) => attributes);
    })
    .toEqual(expect.arrayContaining(tagged));

  const frame = page.frameLocator('iframe');
  await type(page, { title: '', content: doc(p('<b>The end</b>'), postCard('other')) });
  await expect(frame.locator('h1')).toHaveText('No title yet');
  await expect(frame.locator('.rich')).toContainText('<b>The end</b>');
  await expect(frame.getByRole('link', { name: 'The other post' })).toBeVisible();
  for (let key = 1; key <= 20; key++) await type(page, { title: 'x'.repeat(key) });
  await expect(frame.locator('h1')).toHaveText('x'.repeat(20));
  for (const [field, element] of Object.entries(FIELDS))
    await expect(
      frame.locator(`${element}[data-contentful-field-id=${field}][data-contentful-entry-id=own]`),
    ).toHaveCount(1);
  await site.end(page);
  await content.end();
});
