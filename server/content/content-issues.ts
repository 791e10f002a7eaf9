import type { ContentTypeField } from 'contentful';
import { validDate } from '../../shared/blog/post.ts';
import type { ContentPage } from '../../shared/content-page.ts';
import { DESCRIPTION_LENGTH } from '../../shared/head/head.ts';
import {
  type BlogField,
  type BlogFields,
  DEFAULT_FIELDS,
} from '../config/site-file/site-file-schema.ts';
import type { RejectedEntry } from './contentful/content-source.ts';
import {
  createLinkResolver,
  type EntriesResponse,
  parsePostListPage,
} from './contentful/entries-response.ts';
import {
  collectValues,
  contentTypeOf,
  getField,
  getPath,
  isEntryOrAsset,
  toText,
} from './contentful/entry-fields.ts';
import { type ExtraType, ISSUES_OF, PAGE_FIELDS } from './contentful/extra-entries.ts';
import { isBareDomain, normalizeHref } from './contentful/normalize-href.ts';
import { parseAsset } from './contentful/parse-embed.ts';
import { parseExtras } from './contentful/parse-extras.ts';
import type { ContentModel, EntryWarning } from './contentful/parse-post.ts';
import { toPageRecords } from './page-record.ts';
import { toPostRecord } from './post-record.ts';
import { type AddressedEntry, Published } from './published.ts';

/** The size in MB above which the service takes so long to convert a picture that visitors wait. */
const PICTURE_LIMIT_MB = 5;
const MEGABYTE = 1_000_000;

/** Everything that the service delivers for the blog. */
export interface Space {
  /** Fields of the posts' content type. */
  fields: Pick<ContentTypeField, 'id' | 'type'>[];
  /** All its entries, with everything that they link to. */
  answers: EntriesResponse[];
  /** The same of the other types, as far as the space has them. */
  extras: { type: ExtraType; answers: EntriesResponse[] }[];
}

/** Something an editor can put right. */
export interface ContentIssue {
  /** The id of the entry or asset; empty for the content type. */
  id: string;
  text: string;
  /** True when the post cannot be shown at all. */
  hidden?: boolean;
}

/** Lists the issues of the entries of a space, in the order in which an editor would fix them. */
export function contentIssues(
  { answers, extras, ...space }: Space,
  reading: ContentModel,
  now: Date,
) {
  const { fields } = reading;
  const everything = [...answers, ...extras.flatMap((extra) => extra.answers)];
  const allPictures = everything.flatMap(checkAltTexts);
  const pictures = [...new Map(allPictures.map((picture) => [picture.id, picture])).values()];
  const issues: ContentIssue[] = [
    ...fieldIssues(space.fields, fields),
    ...postIssues(answers, reading, now),
    ...extras.flatMap(({ type, answers }) => extraIssues(type, answers, reading)),
    ...pictures.flatMap(({ id, pictureIssues }) => pictureIssues.map((text) => ({ id, text }))),
  ];
  const unique = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
  const titlesOf = (all: readonly EntriesResponse[], field: string) =>
    all
      .flatMap(({ items }) => items)
      .map((item): [string, string] => [
        toText(getPath(item, 'sys', 'id')),
        toText(getPath(item, 'fields', field)),
      ]);
  const countOf = (all: readonly EntriesResponse[]) => all.flatMap(({ items }) => items).length;
  return {
    titles: new Map([
      ...titlesOf(answers, fields.title),
      ...extras.flatMap(({ type, answers }) => titlesOf(answers, NAMES[type])),
    ]),
    counts: {
      post: countOf(answers),
      ...Object.fromEntries(extras.map(({ type, answers }) => [type, countOf(answers)])),
    },
    pictures,
    issues: [...unique.values()],
  };
}

/** The field that an entry of a type is known by. */
const NAMES: { readonly [type in ExtraType]: string } = {
  page: 'title',
  question: 'question',
  testimonial: 'name',
};

/** Lists the issues of a draft, for the editor who looks at it. */
export function draftIssues(
  answer: EntriesResponse,
  reading: ContentModel,
  type: 'post' | 'page',
): string[] {
  const issues =
    type === 'page'
      ? extraIssues('page', [answer], reading)
      : postIssues([answer], reading, new Date());
  const pictures = checkAltTexts(answer).flatMap(({ id, title, pictureIssues }) =>
    pictureIssues.map((issue) => `Picture "${title || id}": ${issue}`),
  );
  return [...new Set([...issues.map(({ text }) => text), ...pictures])];
}

function embedIssue(warning: EntryWarning): ContentIssue {
  return {
    id: warning.entryId,
    text:
      warning.kind === 'embed'
        ? `It embeds or links to an entry of the type "${warning.contentType}". The website can show only its title, or nothing.`
        : 'Its text is too long: readers do not see the end of it.',
  };
}

function postIssues(
  answers: readonly EntriesResponse[],
  reading: ContentModel,
  now: Date,
): ContentIssue[] {
  const { fields } = reading;
  const embedded: ContentIssue[] = [];
  const onWarning = (warning: EntryWarning) => void embedded.push(embedIssue(warning));
  const pages = answers.map((answer) => parsePostListPage(answer, { ...reading, onWarning }));
  const posts = pages.flatMap((page) => page.posts);
  const rejected = pages.flatMap((page) => page.rejected);
  return [
    ...hiddenIssues(
      posts.map((post) => toPostRecord(post)),
      rejected,
      now.getTime(),
    ),
    ...embedded,
    ...posts.flatMap(({ id, publishedDate, content }) => {
      const date = validDate(publishedDate);
      return [
        ...(date ? [] : ['Its published date is missing or is not a date.']),
        ...(date && date > now
          ? [`It is dated ${publishedDate} and will stay hidden until then.`]
          : []),
        ...(content ? [] : ['It has no text.']),
      ].map((text) => ({ id, text }));
    }),
    ...answers.flatMap((answer) => textIssues(answer, fields)),
  ];
}

function extraIssues(
  type: ExtraType,
  answers: readonly EntriesResponse[],
  reading: ContentModel,
): ContentIssue[] {
  const embedded: ContentIssue[] = [];
  const onWarning = (warning: EntryWarning) => void embedded.push(embedIssue(warning));
  const { entries, rejected } = parseExtras(type, answers, reading);
  if (type !== 'page') return hiddenIssues([], rejected);
  // What cannot be shown yet is looked at too.
  const unfinished = { ...reading, onWarning, isUnfinished: true };
  const pages = parseExtras('page', answers, unfinished).entries;
  const items = answers.flatMap((answer) => answer.items);
  const groups = new Map(
    items.filter(isEntryOrAsset).map(({ sys, fields }) => [toText(sys.id), toText(fields.group)]),
  );
  return [
    ...hiddenIssues(toPageRecords(entries as ContentPage[]), rejected),
    ...embedded,
    ...pages.flatMap(({ id, title, summary, group, seo = {} }) => {
      const texts: string[] = [];
      const description = seo.description ?? summary;
      if (!group && groups.get(id))
        texts.push(`Its group "${groups.get(id)}" is unknown: the footer does not list it.`);
      if ((seo.title ?? title).length > TITLE_LENGTH)
        texts.push(`Search results cut its title after about ${TITLE_LENGTH} characters.`);
      if (description.length > DESCRIPTION_LENGTH)
        texts.push(
          `Search results cut its description after about ${DESCRIPTION_LENGTH} characters.`,
        );
      return texts.map((text) => ({ id, text }));
    }),
    ...answers.flatMap(questionIssues),
    ...answers.flatMap((answer) => textIssues(answer, PAGE_FIELDS)),
  ];
}

/** Lists the questions that pages link to and do not show. */
function questionIssues({ items, includes }: EntriesResponse): ContentIssue[] {
  const follow = createLinkResolver(items, includes);
  const issueOf = (link: unknown) => {
    const linked = follow(link);
    if (!isEntryOrAsset(linked)) return 'it is not published';
    return contentTypeOf(linked) === 'question' ? ISSUES_OF.question(linked) : 'it is no question';
  };
  return items.filter(isEntryOrAsset).flatMap(({ sys, fields }) =>
    [fields.questions ?? []].flat().flatMap((link) => {
      const issue = issueOf(link);
      const name = toText(getPath(follow(link), 'fields', 'question'));
      const text = `Its question "${name || toText(getPath(link, 'sys', 'id'))}" is not shown: ${issue}.`;
      return issue === null ? [] : { id: toText(sys.id), text };
    }),
  );
}

/** Search results show about so many characters of a title. */
const TITLE_LENGTH = 60;

/** Fields that every space has; others only when its configuration names them. */
const SPECIFIED: readonly BlogField[] = [
  'title',
  'slug',
  'excerpt',
  'image',
  'publishedDate',
  'author',
  'content',
];

/**
 * Fields without which there is no blog, with the types that the service filters and sorts by; []
 * for any type.
 */
const NEEDED: { readonly [field in BlogField]?: readonly string[] } = {
  title: [],
  slug: ['Symbol'],
  publishedDate: ['Date', 'Symbol'],
};

function fieldIssues(own: Space['fields'], fields: BlogFields): ContentIssue[] {
  const issue = (text: string, hidden: boolean) => ({ id: '', text, hidden });
  const isExpected = (field: BlogField) =>
    SPECIFIED.includes(field) || fields[field] !== DEFAULT_FIELDS[field];
  return (Object.keys(fields) as BlogField[]).filter(isExpected).flatMap((field) => {
    const found = own.find(({ id }) => id === fields[field].split('.')[0]);
    const names = own.map(({ id }) => id).join(', ');
    const types = NEEDED[field];
    if (!found)
      return issue(
        `The content type has no field "${fields[field]}" for the ${field}. Its fields are ${names}. Give the right name in the site file, under blog.fields.${types ? ' The blog cannot work without it.' : ''}`,
        types !== undefined,
      );
    return !types?.length || !found.type || types.includes(found.type)
      ? []
      : issue(
          `The field "${found.id}" for the ${field} has the type ${found.type}, which Contentful can neither search nor sort by. It must be ${types.join(' or ')}. The blog cannot work without it.`,
          true,
        );
  });
}

/** Lists the entries that cannot be shown, or whose slug another one has. */
function hiddenIssues(
  entries: readonly AddressedEntry[],
  rejected: readonly RejectedEntry[],
  now = 0,
): ContentIssue[] {
  const { conflicts } = new Published({ entries, rejected, readAt: now, now });
  return [...rejected, ...conflicts].map(({ id, issue }) => {
    return { id, text: `${issue.replace(/^./, (first) => first.toUpperCase())}.`, hidden: true };
  });
}

/** Fields whose picture a post may lack. */
const PICTURES = [
  ['image', 'picture'],
  ['shareImage', 'picture for shared links'],
] as const;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Lists what readers do not see of the entries of a response, or not as it is written. */
function textIssues(
  answer: EntriesResponse,
  fields: Readonly<Record<'slug' | 'content' | 'image' | 'shareImage', string>>,
): ContentIssue[] {
  const follow = createLinkResolver(answer.items, answer.includes);
  return answer.items.filter(isEntryOrAsset).flatMap((entry) => {
    const content = getField(entry, fields.content, follow);
    const texts: string[] = [];
    const slug = entry.fields[fields.slug];
    if (toText(slug) && slug !== toText(slug))
      texts.push(
        `Its slug "${slug}" starts or ends with a space. Remove it: the address has none.`,
      );
    for (const [field, name] of PICTURES) {
      const link = entry.fields[fields[field]];
      if (getPath(link, 'sys', 'type') === 'Link' && !follow(link))
        texts.push(`Its ${name} is not published: readers see none.`);
    }
    if (content && getPath(content, 'nodeType') !== 'document')
      texts.push(
        'Its content field is not rich text, so readers cannot see it. Change the field to rich text and copy the text across.',
      );
    for (const node of collectValues(content)) {
      const target = getPath(node, 'data', 'target');
      const uri = toText(getPath(node, 'data', 'uri'));
      const isLink = toText(getPath(node, 'nodeType')).endsWith('hyperlink');
      if (isLink && !collectValues(node).some((inner) => toText(getPath(inner, 'value'))))
        texts.push(
          `A link to "${uri || toText(getPath(target, 'sys', 'id'))}" has no words: readers do not see it.`,
        );
      if (getPath(node, 'nodeType') === 'hyperlink') texts.push(...addressIssues(uri));
      if (getPath(target, 'sys', 'type') === 'ResourceLink')
        texts.push(
          `It embeds or links to ${toText(getPath(target, 'sys', 'urn')) || 'something'} in another space, which this website does not read. Readers see nothing, or text without a link. Copy it into this space, or link to its web address.`,
        );
      else if (target && !follow(target))
        texts.push(
          `It embeds or links to ${toText(getPath(target, 'sys', 'id')) || 'something'}, which is not published. Readers see nothing, or text without a link. Publish it, or remove the link.`,
        );
    }
    return texts.map((text) => ({ id: toText(entry.sys.id), text }));
  });
}

function addressIssues(address: string): string[] {
  const meant = normalizeHref(address);
  if (meant === null)
    return isBareDomain(address)
      ? [
          `A link to "${address}" does not start with https://, so readers see plain text. Start it with https://.`,
        ]
      : [`A link to "${address}" does not work, so readers see plain text.`];
  return meant === address || SCHEME.test(address)
    ? []
    : [`A link to "${address}" does not start with https://, so the website uses ${meant}.`];
}

/** Returns every picture of a response with its text alternative and its issues. */
function checkAltTexts({ includes }: EntriesResponse) {
  const assets = [getPath(includes, 'Asset')].flat();
  return assets.filter(isEntryOrAsset).flatMap((asset) => {
    const { sys, fields } = asset;
    const target = parseAsset(asset);
    if (target?.kind !== 'image') return [];
    const { alt } = target.picture;
    const [title, description] = [toText(fields.title), toText(fields.description)];
    const pictureIssues: string[] = [];
    if (alt === '' && (description || title))
      pictureIssues.push(
        `Screen readers say nothing for this picture, because "${description || title}" is only a file name. Write a description.`,
      );
    else if (alt === '')
      pictureIssues.push('Screen readers say nothing for this picture. Write a description.');
    else if (alt !== description)
      pictureIssues.push(
        `Screen readers say its title, "${alt}". Write a description that says what it shows.`,
      );
    const megabytes = Number(getPath(fields.file, 'details', 'size')) / MEGABYTE;
    if (megabytes > PICTURE_LIMIT_MB)
      pictureIssues.push(
        `The picture "${title}" is ${megabytes.toFixed(1)} MB. Make it smaller than ${PICTURE_LIMIT_MB} MB.`,
      );
    return [{ id: toText(sys.id), title, alt, pictureIssues }];
  });
}
