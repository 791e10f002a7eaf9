import { ContentfulLivePreview } from '@contentful/live-preview';
import { BLOG_CACHE_ID, type Draft } from '../shared/blog/reader.ts';

// All the script of a draft: it shows what an editor types in the web app that frames it.

/** An entry, an asset, or a link to one, which has no fields. */
interface Thing {
  sys: { type: string; linkType?: string; id: string; locale?: string };
  fields: object;
}

/** Elements that show fields. A click there opens the field. */
const PLACES = {
  title: 'h1',
  image: '.post__cover',
  author: '.post__byline',
  publishedDate: '.post__byline time',
  content: '.rich',
};

/** Reads the draft from which the page was rendered. */
function written(): Draft {
  return JSON.parse(document.getElementById(BLOG_CACHE_ID)?.textContent as string).post.draft;
}

/** Lists the entries and assets of a draft, the post first. */
function thingsOf({ items, includes }: Draft['answer']): Thing[] {
  return [items, ...Object.values(includes ?? {})].flat() as Thing[];
}

const keyOf = ({ type, linkType = type, id }: Thing['sys']) => `${linkType} ${id}`;

/** Returns the post with its links resolved, as the web app needs it. */
function resolved(answer: Draft['answer']): Thing {
  const things = thingsOf(answer);
  const byKey = new Map(things.map((thing) => [keyOf(thing.sys), thing]));
  const follow = (_key: string, part: Thing | null) =>
    (part?.sys?.type === 'Link' && byKey.get(keyOf(part.sys))) || part;
  for (const thing of things) thing.fields = JSON.parse(JSON.stringify(thing.fields), follow);
  return things[0] as Thing;
}

/** Returns the response of the delivery API for a post of the web app: the reverse. */
function answerOf(post: Thing): string {
  const things = new Map([[keyOf(post.sys), post]]);
  const link = (_key: string, part: Thing | null) => {
    if (part?.sys?.type !== 'Entry' && part?.sys?.type !== 'Asset') return part;
    things.set(keyOf(part.sys), part);
    return { sys: { type: 'Link', linkType: part.sys.type, id: part.sys.id } };
  };
  const read: Thing[] = [];
  // What is met on the way is read too.
  for (const { sys, fields } of things.values())
    read.push({ sys, fields: JSON.parse(JSON.stringify(fields, link)) });
  const [first, ...others] = read;
  return JSON.stringify({
    items: [first],
    includes: { Entry: [...thingsOf(written().answer).slice(1), ...others] },
  });
}

/** Annotates the elements that show fields, for the web app's inspector. */
function tag(): void {
  const { answer, fields } = written();
  for (const [field, place] of Object.entries(PLACES)) {
    const shown = document.querySelector<HTMLElement>(`.post ${place}`);
    const [fieldId] = (fields[field] ?? '').split('.');
    if (shown)
      Object.assign(shown.dataset, {
        contentfulEntryId: thingsOf(answer)[0]?.sys.id,
        contentfulFieldId: fieldId,
      });
  }
}

interface Markup {
  createHTML(text: string): string;
}
const asItIs: Markup = { createHTML: (text) => text };
const { trustedTypes } = window as {
  trustedTypes?: { createPolicy(name: string, rules: Markup): Markup };
};
const markup = trustedTypes?.createPolicy('preview', asItIs) ?? asItIs;

/** The latest edit, while the page does not show it yet. */
let typed: Thing | null = null;
let isAsking = false;

/** Lets the server render the page again. */
async function show(post: Thing): Promise<void> {
  typed = post;
  if (isAsking) return;
  isAsking = true;
  while (typed) {
    const body = answerOf(typed);
    typed = null;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(location.href, { method: 'POST', headers, body }).catch(
      () => null,
    );
    const text = response?.ok ? await response.text().catch(() => '') : '';
    const made = new DOMParser().parseFromString(markup.createHTML(text), 'text/html');
    const main = made.querySelector('main');
    if (!main) continue; // the page stays as it was
    document.querySelector('main')?.replaceWith(main);
    tag();
  }
  isAsking = false;
}

tag();
const post = resolved(written().answer);
void ContentfulLivePreview.init({ locale: post.sys.locale ?? 'en-US' });
ContentfulLivePreview.subscribe({ data: post, callback: (data) => void show(data as Thing) });
