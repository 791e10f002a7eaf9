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

/**
 * Every entry and asset seen so far, with links in place of those inside it. An edit may link again
 * to one that an earlier edit took out.
 */
const known = new Map<string, EntryOrAsset>();

/** Adds a resource, and those inside it, to the known ones. */
function remember(resource: EntryOrAsset): void {
  const found = new Map([[keyOf(resource.sys), resource]]);
  const link = (_key: string, part: EntryOrAsset | null) => {
    if (part?.sys?.type !== 'Entry' && part?.sys?.type !== 'Asset') return part;
    if (part.fields) found.set(keyOf(part.sys), part);
    return { sys: { type: 'Link', linkType: part.sys.type, id: part.sys.id } };
  };
  // The loop reaches those that it finds on the way too.
  for (const [key, { sys, fields }] of found)
    known.set(key, { sys, fields: JSON.parse(JSON.stringify(fields, link)) });
}

/**
 * Returns the response of the delivery API for a post of the web app, which is the reverse of
 * `resolveLinks`: the post, and once each what it shows.
 */
function toDeliveryResponse(post: EntryOrAsset): string {
  remember(post);
  const keys = new Set([keyOf(post.sys)]);
  const collect = (_key: string, part: EntryOrAsset | null) => {
    if (part?.sys?.type === 'Link') keys.add(keyOf(part.sys));
    return part;
  };
  for (const key of keys) JSON.stringify(known.get(key)?.fields, collect);
  const [first, ...others] = [...keys].flatMap((key) => known.get(key) ?? []);
  const ofType = (type: string) => others.filter(({ sys }) => sys.type === type);
  return JSON.stringify({
    items: [first],
    includes: { Entry: ofType('Entry'), Asset: ofType('Asset') },
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

const STOPPED_ID = 'preview-stopped';
/** The status of a request whose body is over the server's limit. */
const TOO_LARGE = 413;

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
    if (!main) {
      showStopped(response?.status);
      continue;
    }
    document.querySelector('main')?.replaceWith(main);
    annotateFields();
  }
  isRequesting = false;
}

/** Says above the page, which stays as it was, why it does not show the latest edit. */
function showStopped(status: number | undefined): void {
  const main = document.querySelector('main');
  const note = document.getElementById(STOPPED_ID) ?? document.createElement('p');
  note.id = STOPPED_ID;
  note.className = 'draft-note';
  note.setAttribute('role', 'status');
  note.textContent =
    status === TOO_LARGE
      ? 'The preview has stopped: this draft is too large for it. Save your changes, then reload this page.'
      : 'The preview has stopped: the website could not show your latest change. It will try again with the next one.';
  main?.prepend(note);
}

annotateFields();
for (const resource of listResources(readDraft().answer)) remember(resource);
const post = resolveLinks(readDraft().answer);
void ContentfulLivePreview.init({ locale: post.sys.locale ?? 'en-US' });
ContentfulLivePreview.subscribe({
  data: post,
  callback: (data) => void renderPreview(data as EntryOrAsset),
});
