import { ContentfulLivePreview } from '@contentful/live-preview';
import { BLOG_CACHE_ID, type Draft } from '../shared/blog/reader.ts';

// All the script of a draft: it shows what an editor types in the web app that frames it.

/** An entry, an asset, or a link to one, which has no fields. */
interface Thing {
  sys: { type: string; linkType?: string; id: string; locale?: string };
  fields: object;
}

/** Where fields are shown: a click there opens them. */
const PLACES = {
  title: 'h1',
  summary: '.page-head .lead',
  image: '.post__cover, .content-page__picture',
  author: '.post__byline',
  publishedDate: '.post__byline time',
  content: '.rich',
};

/** What the draft in the page was read from. */
function written(): Draft {
  const { post, contentPage } = JSON.parse(
    document.getElementById(BLOG_CACHE_ID)?.textContent as string,
  ) as { post?: { draft: Draft }; contentPage?: { draft: Draft } };
  return (post ?? contentPage)?.draft as Draft;
}

/** The post first. */
function thingsOf({ items, includes }: Draft['answer']): Thing[] {
  return [items, ...Object.values(includes ?? {})].flat() as Thing[];
}

const keyOf = ({ type, linkType = type, id }: Thing['sys']) => `${linkType} ${id}`;

/** The post with what it links to in place of the links, as the web app takes it. */
function resolved(answer: Draft['answer']): Thing {
  const things = thingsOf(answer);
  const byKey = new Map(things.map((thing) => [keyOf(thing.sys), thing]));
  const follow = (_key: string, part: Thing | null) =>
    (part?.sys?.type === 'Link' && byKey.get(keyOf(part.sys))) || part;
  for (const thing of things) thing.fields = JSON.parse(JSON.stringify(thing.fields), follow);
  return things[0] as Thing;
}

/** The answer that a post of the web app would be read from: the reverse. */
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

/** Says what is shown where, for the web app's inspector. */
function tag(): void {
  const { answer, fields } = written();
  for (const [field, place] of Object.entries(PLACES)) {
    const shown = document.querySelector<HTMLElement>(`main :is(${place})`);
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

/** What was typed last and is not shown yet. */
let typed: Thing | null = null;
let isAsking = false;

/** Has the server make the page anew. */
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
