import { ContentfulLivePreview } from '@contentful/live-preview';
import { BLOG_CACHE_ID, type Draft } from '../shared/blog/blog-client.ts';

// All the script of a draft: it shows what an editor types in the web app that frames it.

/** An entry, an asset, or a link to one, which has no fields. */
interface EntryOrAsset {
  sys: { type: string; linkType?: string; id: string; locale?: string };
  fields: object;
}

/** Elements that show fields. A click there opens the field. */
const FIELD_SELECTORS = {
  title: 'h1',
  summary: '.page-head .lead',
  image: '.post__cover, .content-page__picture',
  author: '.post__byline',
  publishedDate: '.post__byline time',
  content: '.rich',
};

/** Reads the draft from which the page was rendered. */
function readDraft(): Draft {
  const { post, contentPage } = JSON.parse(
    document.getElementById(BLOG_CACHE_ID)?.textContent as string,
  ) as { post?: { draft: Draft }; contentPage?: { draft: Draft } };
  return (post ?? contentPage)?.draft as Draft;
}

/** Lists the entries and assets of a draft, the post first. */
function listResources({ items, includes }: Draft['answer']): EntryOrAsset[] {
  return [items, ...Object.values(includes ?? {})].flat() as EntryOrAsset[];
}

const keyOf = ({ type, linkType = type, id }: EntryOrAsset['sys']) => `${linkType} ${id}`;

/** Returns the post with its links resolved, as the web app needs it. */
function resolveLinks(answer: Draft['answer']): EntryOrAsset {
  const resources = listResources(answer);
  const byKey = new Map(resources.map((resource) => [keyOf(resource.sys), resource]));
  const follow = (_key: string, part: EntryOrAsset | null) =>
    (part?.sys?.type === 'Link' && byKey.get(keyOf(part.sys))) || part;
  for (const resource of resources)
    resource.fields = JSON.parse(JSON.stringify(resource.fields), follow);
  return resources[0] as EntryOrAsset;
}

/** Returns the response of the delivery API for a post of the web app: the reverse. */
function toDeliveryResponse(post: EntryOrAsset): string {
  const things = new Map([[keyOf(post.sys), post]]);
  const link = (_key: string, part: EntryOrAsset | null) => {
    if (part?.sys?.type !== 'Entry' && part?.sys?.type !== 'Asset') return part;
    things.set(keyOf(part.sys), part);
    return { sys: { type: 'Link', linkType: part.sys.type, id: part.sys.id } };
  };
  const read: EntryOrAsset[] = [];
  // What is met on the way is read too.
  for (const { sys, fields } of things.values())
    read.push({ sys, fields: JSON.parse(JSON.stringify(fields, link)) });
  const [first, ...others] = read;
  return JSON.stringify({
    items: [first],
    includes: { Entry: [...listResources(readDraft().answer).slice(1), ...others] },
  });
}

/** Annotates the elements that show fields, for the web app's inspector. */
function annotateFields(): void {
  const { answer, fields } = readDraft();
  for (const [field, place] of Object.entries(FIELD_SELECTORS)) {
    const shown = document.querySelector<HTMLElement>(`main :is(${place})`);
    const [fieldId] = (fields[field] ?? '').split('.');
    if (shown)
      Object.assign(shown.dataset, {
        contentfulEntryId: listResources(answer)[0]?.sys.id,
        contentfulFieldId: fieldId,
      });
  }
}

interface Markup {
  createHTML(text: string): string;
}
const identityPolicy: Markup = { createHTML: (text) => text };
const { trustedTypes } = window as {
  trustedTypes?: { createPolicy(name: string, rules: Markup): Markup };
};
const markup = trustedTypes?.createPolicy('preview', identityPolicy) ?? identityPolicy;

/** The latest edit, while the page does not show it yet. */
let latestEdit: EntryOrAsset | null = null;
let isRequesting = false;

/** Lets the server render the page again. */
async function renderPreview(post: EntryOrAsset): Promise<void> {
  latestEdit = post;
  if (isRequesting) return;
  isRequesting = true;
  while (latestEdit) {
    const body = toDeliveryResponse(latestEdit);
    latestEdit = null;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(location.href, { method: 'POST', headers, body }).catch(
      () => null,
    );
    const text = response?.ok ? await response.text().catch(() => '') : '';
    const made = new DOMParser().parseFromString(markup.createHTML(text), 'text/html');
    const main = made.querySelector('main');
    if (!main) continue; // the page stays as it was
    document.querySelector('main')?.replaceWith(main);
    annotateFields();
  }
  isRequesting = false;
}

annotateFields();
const post = resolveLinks(readDraft().answer);
void ContentfulLivePreview.init({ locale: post.sys.locale ?? 'en-US' });
ContentfulLivePreview.subscribe({
  data: post,
  callback: (data) => void renderPreview(data as EntryOrAsset),
});
