import type { Draft as ShownDraft } from '../../shared/blog/blog-client.ts';
import type { Post } from '../../shared/blog/post.ts';
import type { ContentPage } from '../../shared/content-page.ts';
import { entryTexts, pictureTexts, toSentence } from './content-issues.ts';
import type { SiteAddresses } from './lookup.ts';
import { contentTypeOf, createLinkResolver } from './parse/entry-fields.ts';
import { issueOf } from './parse/entry-issues.ts';
import { parseHomeQuestion, parseTestimonial } from './parse/home-entries.ts';
import type { RejectedEntry } from './parse/parse-content.ts';
import { createEntryParser } from './parse/parse-entry.ts';
import type { SiteContent } from './snapshot.ts';
import { type ContentRead, Snapshot } from './snapshot.ts';
import { CONTENT_TYPES, type ContentType, type DraftAnswer } from './source.ts';

/** An entry that only its editors see. */
export type Draft =
  | { kind: 'post'; post: Post; draft: ShownDraft }
  | { kind: 'page'; contentPage: ContentPage; draft: ShownDraft }
  /** A question or testimonial, as Home will show it. */
  | { kind: 'home'; site: SiteContent['site']; issues: string[] };

interface DraftOptions {
  snapshot: Snapshot;
  site: SiteAddresses;
  /** Milliseconds since 1970. */
  now: number;
}

/** Ids of the fields that the preview marks, by what they hold. */
const MARKED_FIELDS = {
  post: {
    title: 'title',
    image: 'featuredImage',
    author: 'author',
    publishedDate: 'publishedDate',
    content: 'content',
  },
  page: { title: 'title', summary: 'summary', image: 'image', content: 'content' },
};

/** Shows a draft with its issues; null for an entry of another type. */
export function toDraft(answer: DraftAnswer, options: DraftOptions): Draft | null {
  const { entry, linked, tagNames } = answer;
  const type = contentTypeOf(entry) as ContentType;
  if (!CONTENT_TYPES.includes(type)) return null;
  const resolve = createLinkResolver([entry, ...linked]);
  const parser = createEntryParser({ resolve, tagNames, isUnfinished: true });
  const rejection = issueOf(type, entry);
  const pictures = pictureTexts(linked).map(
    ({ id, title, text }) => `Picture "${title || id}": ${text}`,
  );
  const texts = [
    ...answer.issues.map(({ text }) => text),
    ...(rejection === null ? [] : [toSentence(rejection)]),
    ...entryTexts(entry, type, { resolve, ...options }),
    ...pictures,
  ];
  const issues = [...new Set(texts)];
  const { snapshot } = options;
  const toShown = (fields: ShownDraft['fields']): ShownDraft => ({
    answer: { items: [entry], includes: toIncludes(linked) },
    fields,
    issues,
  });
  switch (type) {
    case 'blogPost': {
      const post = parser.parsePost(entry);
      issues.unshift(...snapshot.posts.slugIssues(post));
      return { kind: 'post', post, draft: toShown(MARKED_FIELDS.post) };
    }
    case 'page': {
      const contentPage = parser.parsePage(entry) as ContentPage;
      issues.unshift(...snapshot.pages.slugIssues(contentPage));
      return { kind: 'page', contentPage, draft: toShown(MARKED_FIELDS.page) };
    }
    case 'question': {
      const question = parseHomeQuestion(entry);
      if (!question.isOnHome) issues.unshift('It is not on Home: its field "home" is not set.');
      const shown = { ...question, isOnHome: true };
      return { kind: 'home', site: withEntry(snapshot.read, 'question', shown), issues };
    }
    case 'testimonial': {
      const shown = parseTestimonial(entry);
      return { kind: 'home', site: withEntry(snapshot.read, 'testimonial', shown), issues };
    }
  }
}

const toIncludes = (linked: DraftAnswer['linked']) => ({
  Entry: linked.filter(({ sys }) => sys.type === 'Entry'),
  Asset: linked.filter(({ sys }) => sys.type === 'Asset'),
});

/** Returns what Home shows once a question or testimonial has been published. */
function withEntry<Type extends 'question' | 'testimonial'>(
  read: ContentRead,
  type: Type,
  entry: NonNullable<ContentRead['parts'][Type]>['entries'][number],
): SiteContent['site'] {
  const rejected: RejectedEntry[] = [];
  const entries = (read.parts[type]?.entries ?? []) as readonly { id: string }[];
  const others = entries.filter(({ id }) => id !== entry.id);
  const part = { isAbsent: false, rejected, revisions: {}, entries: [...others, entry] };
  const parts = { ...read.parts, [type]: part };
  return new Snapshot({ ...read, parts }, Date.now()).siteContent.site;
}
