import { validDate } from '../../shared/blog/post.ts';
import { PAGE_GROUPS } from '../../shared/content-page.ts';
import { DESCRIPTION_LENGTH } from '../../shared/head/head.ts';
import { isLostPath, type SiteAddresses } from './lookup.ts';
import {
  collectValues,
  contentTypeOf,
  createLinkResolver,
  getPath,
  isEntryOrAsset,
  type ResolveLink,
  toText,
} from './parse/entry-fields.ts';
import { issueOf } from './parse/entry-issues.ts';
import { isBareDomain, normalizeHref } from './parse/normalize-href.ts';
import { parseAsset } from './parse/parse-asset.ts';
import { parseContent } from './parse/parse-content.ts';
import { createEntryParser, MAX_QUESTIONS } from './parse/parse-entry.ts';
import { Snapshot } from './snapshot.ts';
import {
  CONTENT_TYPES,
  type ContentIssue,
  type ContentType,
  type EntryOrAsset,
  type RawContent,
} from './source.ts';

/** Search results show about so many characters of a title. */
const TITLE_LENGTH = 60;
/** The size in MB above which the service takes so long to convert a picture that visitors wait. */
const PICTURE_LIMIT_MB = 5;
const MEGABYTE = 1_000_000;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** The content among which entries are checked. */
export interface CheckContext {
  resolve: ResolveLink;
  tagNames: ReadonlyMap<string, string>;
  snapshot: Snapshot;
  /** Milliseconds since 1970. */
  now: number;
  site: SiteAddresses;
}

/** Lists what an editor can put right of one entry, in whole sentences. */
type Rule = (entry: EntryOrAsset, type: ContentType, context: CheckContext) => string[];

/** The rules for what readers do not see, which a webhook reports too. */
const UNSEEN: readonly Rule[] = [
  longTextIssues,
  choiceIssues,
  pictureIssues,
  questionIssues,
  textIssues,
  answerIssues,
];
/** The rules for what readers may see otherwise than it is meant. */
const ADVICE: readonly Rule[] = [dateIssues, lengthIssues, slugIssues];

/** Lists the issues of one entry: the one list for `content:check` and drafts. */
export const entryTexts = (
  entry: EntryOrAsset,
  type: ContentType,
  context: CheckContext,
): string[] => [...ADVICE, ...UNSEEN].flatMap((rule) => rule(entry, type, context));

/** Lists what readers do not see of one entry of a read. */
export function entryIssues(
  raw: RawContent,
  id: string,
  snapshot: Snapshot,
  options: { now: number; site: SiteAddresses },
): ContentIssue[] {
  const context = { ...contextOf(raw), ...options, snapshot };
  return CONTENT_TYPES.flatMap((type) => {
    const entry = entriesOf(raw, type).find(({ sys }) => sys.id === id);
    if (!entry || snapshot.read.parts[type]?.isAbsent) return [];
    const hidden = snapshot.rejected.filter((rejected) => rejected.id === id).map(toHiddenIssue);
    const unseen = UNSEEN.flatMap((rule) => rule(entry, type, context));
    return [...hidden, ...unseen.map((text) => ({ id, text }))];
  });
}

/** Lists the issues of everything that was read, in the order in which an editor would fix them. */
export function contentIssues(
  raw: RawContent,
  options: { now: number; site: SiteAddresses },
): ContentIssue[] {
  const snapshot = new Snapshot({ ...parseContent(raw), readAt: 1 }, options.now);
  const context = { ...contextOf(raw), ...options, snapshot };
  const { parts } = snapshot.read;
  const texts = CONTENT_TYPES.filter((type) => parts[type]?.isAbsent === false).flatMap((type) =>
    entriesOf(raw, type).flatMap((entry) =>
      entryTexts(entry, type, context).map((text) => ({ id: toText(entry.sys.id), text })),
    ),
  );
  const pictures = listPictures(raw.linked).flatMap(({ id, issues }) =>
    issues.map((text) => ({ id, text })),
  );
  const known = new Set(raw.issues.map(({ text }) => text));
  const rejected = snapshot.rejected.filter(({ issue }) => !known.has(issue)).map(toHiddenIssue);
  const issues: ContentIssue[] = [...raw.issues, ...rejected, ...texts, ...pictures];
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

export const entriesOf = (raw: RawContent, type: ContentType): readonly EntryOrAsset[] => {
  const read = raw.types[type];
  return read.state === 'read' ? read.entries : [];
};

function contextOf(raw: RawContent): Pick<CheckContext, 'resolve' | 'tagNames'> {
  const own = CONTENT_TYPES.flatMap((type) => entriesOf(raw, type));
  return { resolve: createLinkResolver([...own, ...raw.linked]), tagNames: raw.tagNames };
}

/** A type that is not the site's own hides nothing that the site would show. */
const toHiddenIssue = ({ id, issue }: { id: string; issue: string }): ContentIssue => ({
  id,
  text: `${issue.replace(/^./, (first) => first.toUpperCase())}.`,
  ...(id !== '' && { hidden: true }),
});

function dateIssues({ fields }: EntryOrAsset, type: ContentType, { now }: CheckContext): string[] {
  if (type !== 'blogPost') return [];
  const publishedDate = toText(fields.publishedDate);
  const date = validDate(publishedDate);
  if (!date) return ['Its published date is missing or is not a date.'];
  return date.getTime() > now
    ? [`It is dated ${publishedDate} and will stay hidden until then.`]
    : [];
}

function lengthIssues({ fields }: EntryOrAsset, type: ContentType): string[] {
  if (type === 'blogPost')
    return collectValues(fields.content).some((part) => toText(getPath(part, 'value')))
      ? []
      : ['It has no text.'];
  if (type !== 'page') return [];
  const title = toText(fields.seoTitle) || toText(fields.title);
  const description = toText(fields.seoDescription) || toText(fields.summary);
  return [
    ...(title.length > TITLE_LENGTH
      ? [`Search results cut its title after about ${TITLE_LENGTH} characters.`]
      : []),
    ...(description.length > DESCRIPTION_LENGTH
      ? [`Search results cut its description after about ${DESCRIPTION_LENGTH} characters.`]
      : []),
  ];
}

function longTextIssues(entry: EntryOrAsset, type: ContentType, context: CheckContext): string[] {
  const texts: string[] = [];
  const onLongText = () =>
    void texts.push('Its text is too long: readers do not see the end of it.');
  const parser = createEntryParser({ ...context, isUnfinished: true, onLongText });
  if (type === 'blogPost') parser.parsePost(entry);
  if (type === 'page') parser.parsePage(entry);
  return texts;
}

function choiceIssues({ fields }: EntryOrAsset, type: ContentType): string[] {
  const group = toText(fields.group);
  return type !== 'page' || !group || Object.hasOwn(PAGE_GROUPS, group)
    ? []
    : [`Its group "${group}" is unknown: the footer does not list it.`];
}

function slugIssues({ fields: { slug } }: EntryOrAsset): string[] {
  return toText(slug) && slug !== toText(slug)
    ? [`Its slug "${slug}" starts or ends with a space. Remove it: the address has none.`]
    : [];
}

/** Fields whose picture an entry may lack. */
const PICTURES = [
  ['featuredImage', 'picture'],
  ['image', 'picture'],
  ['shareImage', 'picture for shared links'],
] as const;

function pictureIssues({ fields }: EntryOrAsset, _: ContentType, { resolve }: CheckContext) {
  return PICTURES.flatMap(([field, name]) => {
    const link = fields[field];
    const isLost = getPath(link, 'sys', 'type') === 'Link' && !resolve(link);
    return isLost ? [`Its ${name} is not published: readers see none.`] : [];
  });
}

/** Lists the questions that a page links to and does not show. */
function questionIssues({ fields }: EntryOrAsset, type: ContentType, { resolve }: CheckContext) {
  if (type !== 'page') return [];
  const issueOfLink = (linked: unknown, index: number) => {
    if (!isEntryOrAsset(linked)) return 'it is not published';
    if (contentTypeOf(linked) !== 'question') return 'it is no question';
    if (index >= MAX_QUESTIONS) return `a page shows ${MAX_QUESTIONS}`;
    return issueOf('question', linked);
  };
  return [fields.questions ?? []].flat().flatMap((link, index) => {
    const linked = resolve(link);
    const issue = issueOfLink(linked, index);
    const name =
      toText(getPath(linked, 'fields', 'question')) || toText(getPath(link, 'sys', 'id'));
    return issue === null ? [] : [`Its question "${name}" is not shown: ${issue}.`];
  });
}

/** Lists what readers do not see of a rich text, or not as it is written. */
function textIssues({ fields: { content } }: EntryOrAsset, _: ContentType, context: CheckContext) {
  if (content && getPath(content, 'nodeType') !== 'document')
    return [
      'Its content field is not rich text, so readers cannot see it. Change the field to rich text and copy the text across.',
    ];
  return collectValues(content).flatMap((node) => [
    ...wordlessIssues(node),
    ...targetIssues(getPath(node, 'data', 'target'), context),
    ...(getPath(node, 'nodeType') === 'hyperlink'
      ? addressIssues(toText(getPath(node, 'data', 'uri')), context)
      : []),
  ]);
}

function wordlessIssues(node: unknown): string[] {
  const isLink = toText(getPath(node, 'nodeType')).endsWith('hyperlink');
  if (!isLink || collectValues(node).some((inner) => toText(getPath(inner, 'value')))) return [];
  const uri = toText(getPath(node, 'data', 'uri'));
  const id = toText(getPath(node, 'data', 'target', 'sys', 'id'));
  return [`A link to "${uri || id}" has no words: readers do not see it.`];
}

/** Lists why the target of a link or an embed is not shown. */
function targetIssues(target: unknown, { resolve }: CheckContext): string[] {
  if (!target) return [];
  const id = toText(getPath(target, 'sys', 'id')) || 'something';
  if (getPath(target, 'sys', 'type') === 'ResourceLink') {
    const name = toText(getPath(target, 'sys', 'urn')) || 'something';
    return [
      `It embeds or links to ${name} in another space, which this website does not read. Readers see nothing, or text without a link. Copy it into this space, or link to its web address.`,
    ];
  }
  const linked = resolve(target);
  if (!isEntryOrAsset(linked))
    return [
      `It embeds or links to ${id}, which is not published. Readers see nothing, or text without a link. Publish it, or remove the link.`,
    ];
  const type = contentTypeOf(linked);
  const isShown = linked.sys.type === 'Asset' || type === 'blogPost' || type === 'page';
  return isShown
    ? []
    : [
        `It embeds or links to an entry of the type "${type}", which the website cannot show. Readers see nothing, or text without a link.`,
      ];
}

function addressIssues(address: string, context: CheckContext): string[] {
  const meant = normalizeHref(address);
  if (meant === null)
    return [
      isBareDomain(address)
        ? `A link to "${address}" does not start with https://, so readers see plain text. Start it with https://.`
        : `A link to "${address}" does not work, so readers see plain text.`,
    ];
  if (isLostPath(meant, context)) return [lostLink(address)];
  return meant === address || SCHEME.test(address)
    ? []
    : [`A link to "${address}" does not start with https://, so the website uses ${meant}.`];
}

const lostLink = (address: string): string =>
  `A link to "${address}" leads nowhere: this website has no such page. Correct it.`;

/** An address within a plain text: a path, or the whole of one. */
const ADDRESS_IN_TEXT = /(?<=^|[\s("“])(?:https?:\/\/[^\s"”)]+|\/[a-z][^\s"”)]*)/gi;

function answerIssues({ fields }: EntryOrAsset, type: ContentType, context: CheckContext) {
  if (type !== 'question') return [];
  const addresses = toText(fields.answer).match(ADDRESS_IN_TEXT) ?? [];
  return addresses
    .map((address) => address.replace(/[.,;:!?]+$/, ''))
    .filter((address) => isLostPath(address, context))
    .map(lostLink);
}

/** Returns every picture with its text alternative and its issues. */
export function listPictures(linked: readonly EntryOrAsset[]) {
  const unique = new Map(linked.map((asset) => [asset.sys.id, asset]));
  return [...unique.values()].flatMap((asset) => {
    const { sys, fields } = asset;
    const target = parseAsset(asset);
    if (target?.kind !== 'image') return [];
    const { alt } = target.picture;
    const [title, description] = [toText(fields.title), toText(fields.description)];
    const issues = altIssues(alt, title, description);
    const megabytes = Number(getPath(fields.file, 'details', 'size')) / MEGABYTE;
    if (megabytes > PICTURE_LIMIT_MB)
      issues.push(
        `The picture "${title}" is ${megabytes.toFixed(1)} MB. Make it smaller than ${PICTURE_LIMIT_MB} MB.`,
      );
    return [{ id: toText(sys.id), title, alt, issues }];
  });
}

function altIssues(alt: string, title: string, description: string): string[] {
  if (alt === '' && (description || title))
    return [
      `Screen readers say nothing for this picture, because "${description || title}" is only a file name. Write a description.`,
    ];
  if (alt === '') return ['Screen readers say nothing for this picture. Write a description.'];
  return alt === description
    ? []
    : [`Screen readers say its title, "${alt}". Write a description that says what it shows.`];
}
