import { PAGE_GROUPS } from '../../../shared/content-page.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { type EntryBuilder, linkTo, type RawEntry } from './entry-builder.ts';
import type { FileKind, Keys, ParsedFile } from './front-matter.ts';
import type { FileIssue } from './markdown-to-rich-text.ts';
import { UnusableReference } from './unusable-reference.ts';

/** The limits of the content model (`content/content.json`). */
const MAX_POST_TITLE_LENGTH = 256;
const MAX_PAGE_TITLE_LENGTH = 70;
const MAX_TAGS = 20;
const MAX_QUESTIONS = 10;
const MAX_LENGTHS: Partial<Record<keyof Keys, number>> = {
  excerpt: 500,
  summary: 300,
  area: 100,
  seoTitle: 70,
  seoDescription: 300,
};

const ENDINGS = ['Form', 'Call'];

/** Returns the fields of an entry, and adds what readers do not see of the front matter. */
export function toFields(
  kind: FileKind,
  { keys, lineOf }: ParsedFile,
  entries: EntryBuilder,
  issues: FileIssue[],
): RawEntry['fields'] {
  const addIssue = (text: string, ...path: PropertyKey[]) =>
    void issues.push({ line: lineOf(...path), text });

  /** Returns the link to a picture; undefined when readers cannot be shown it. */
  function pictureLink(key: string, path: string | undefined, description = '') {
    if (path === undefined) return undefined;
    try {
      return linkTo('Asset', entries.addPicture(path, description, ''));
    } catch (error) {
      if (!(error instanceof UnusableReference)) throw error;
      addIssue(`Readers do not see the picture "${path}": it ${error.message}.`, key);
      return undefined;
    }
  }

  function cutTitle(limit: number): string {
    const { title: whole = '' } = keys;
    const title = cutText(whole, limit);
    if (title !== whole)
      addIssue(`The title has more than ${limit} characters: readers do not see its end.`, 'title');
    return title;
  }

  function cutList<Item>(key: string, list: readonly Item[] | undefined, limit: number): Item[] {
    if (list && list.length > limit)
      addIssue(`Only the first ${limit} ${key} are shown.`, key, limit);
    return (list ?? []).slice(0, limit);
  }

  /** Returns one of the values that a key may have; undefined for any other. */
  function oneOf(key: string, value: string | undefined, known: readonly string[]) {
    if (value === undefined || known.includes(value)) return value;
    addIssue(`The ${key} "${value}" is unknown. Choose ${known.join(', ')}.`, key);
    return undefined;
  }

  for (const [key, limit] of Object.entries(MAX_LENGTHS)) {
    const { length } = String(keys[key as keyof Keys] ?? '');
    if (length > limit)
      addIssue(`The ${key} has ${length} characters, at best up to ${limit}.`, key);
  }
  const image = pictureLink('image', keys.image, keys.imageAlt);
  if (kind === 'post') {
    const { publishedDate, excerpt, author, aliases } = keys;
    const tags = cutList('tags', keys.tags, MAX_TAGS);
    return {
      title: cutTitle(MAX_POST_TITLE_LENGTH),
      publishedDate,
      excerpt,
      author,
      tags,
      featuredImage: image,
      aliases,
    };
  }
  const { summary, area, seoTitle, seoDescription, noindex, aliases } = keys;
  const questions = cutList('questions', keys.questions, MAX_QUESTIONS);
  return {
    title: cutTitle(MAX_PAGE_TITLE_LENGTH),
    summary,
    image,
    questions: questions.map((question) => linkTo('Entry', entries.addQuestion(question))),
    group: oneOf('group', keys.group, Object.keys(PAGE_GROUPS)),
    area,
    ending: oneOf('ending', keys.ending, ENDINGS),
    seoTitle,
    seoDescription,
    shareImage: pictureLink('shareImage', keys.shareImage),
    noindex,
    aliases,
  };
}
