import { validDate } from '../../shared/blog/post.ts';
import { isLostPath, type SiteAddresses } from './lookup.ts';
import {
  collectValues,
  createLinkResolver,
  getPath,
  isEntryOrAsset,
  type ResolveLink,
  toText,
} from './parse/entry-fields.ts';
import { issueOf } from './parse/entry-issues.ts';
import { normalizeHref } from './parse/normalize-href.ts';
import { parseAsset } from './parse/parse-asset.ts';
import { parseContent, type RejectedEntry } from './parse/parse-content.ts';
import { MAX_QUESTIONS } from './parse/parse-entry.ts';
import { Snapshot } from './snapshot.ts';
import {
  CONTENT_TYPES,
  type ContentIssue,
  type ContentType,
  type EntryOrAsset,
  entriesOf,
  type RawContent,
} from './source.ts';

interface CheckOptions {
  /** Milliseconds since 1970. */
  now: number;
  site: SiteAddresses;
}

/** The content among which entries are checked. */
interface CheckContext extends CheckOptions {
  resolve: ResolveLink;
  snapshot: Snapshot;
}

/**
 * Lists what readers do not see of one entry, in whole sentences. What the content model forbids is
 * not among it: no editor can publish that.
 */
type Rule = (entry: EntryOrAsset, type: ContentType, context: CheckContext) => string[];

const RULES: readonly Rule[] = [pictureIssues, questionIssues, textIssues, answerIssues];

/** Lists the issues of one entry: the one list for `content:check` and drafts. */
export const entryTexts: Rule = (entry, type, context) =>
  [dateIssues, ...RULES].flatMap((rule) => rule(entry, type, context));

/** Lists what readers do not see of one entry of a read. A date to come is what its editor wants. */
export function entryIssues(
  raw: RawContent,
  id: string,
  snapshot: Snapshot,
  options: CheckOptions,
): ContentIssue[] {
  const context = { ...options, snapshot, resolve: resolverOf(raw) };
  return CONTENT_TYPES.flatMap((type) => {
    const entry = entriesOf(raw, type).find(({ sys }) => sys.id === id);
    if (!entry || snapshot.read.parts[type]?.isAbsent) return [];
    const hidden = snapshot.rejected.filter((rejected) => rejected.id === id).map(toHiddenIssue);
    const texts = RULES.flatMap((rule) => rule(entry, type, context));
    return [...hidden, ...texts.map((text) => ({ id, text }))];
  });
}

/** Lists the issues of everything that was read, in the order in which an editor would fix them. */
export function contentIssues(raw: RawContent, options: CheckOptions): ContentIssue[] {
  const snapshot = new Snapshot({ ...parseContent(raw), readAt: 1 }, options.now);
  const context = { ...options, snapshot, resolve: resolverOf(raw) };
  const shownTypes = CONTENT_TYPES.filter((type) => !snapshot.read.parts[type]?.isAbsent);
  const texts = shownTypes.flatMap((type) =>
    entriesOf(raw, type).flatMap((entry) =>
      entryTexts(entry, type, context).map((text) => ({ id: toText(entry.sys.id), text })),
    ),
  );
  const pictures = pictureTexts(raw.linked).map(({ id, text }) => ({ id, text }));
  const known = new Set(raw.issues.map(({ text }) => text));
  const rejected = snapshot.rejected.filter(({ issue }) => !known.has(issue)).map(toHiddenIssue);
  return [...raw.issues, ...rejected, ...unique([...texts, ...pictures])];
}

const unique = (issues: readonly ContentIssue[]): ContentIssue[] => [
  ...new Map(issues.map((issue) => [`${issue.id} ${issue.text}`, issue])).values(),
];

const resolverOf = (raw: RawContent): ResolveLink =>
  createLinkResolver([...CONTENT_TYPES.flatMap((type) => entriesOf(raw, type)), ...raw.linked]);

export const toSentence = (issue: string): string =>
  `${issue.replace(/^./, (first) => first.toUpperCase())}.`;

/** A type that is not the site's own hides nothing that the site would show. */
const toHiddenIssue = ({ id, issue }: RejectedEntry): ContentIssue => ({
  id,
  text: toSentence(issue),
  hidden: id !== '',
});

function dateIssues({ fields }: EntryOrAsset, type: ContentType, { now }: CheckContext): string[] {
  const publishedDate = toText(fields.publishedDate);
  const date = type === 'blogPost' ? validDate(publishedDate) : null;
  return date && date.getTime() > now
    ? [`It is dated ${publishedDate} and will stay hidden until then.`]
    : [];
}

/** Fields whose picture an entry may lack. */
const PICTURES = {
  featuredImage: 'picture',
  image: 'picture',
  shareImage: 'picture for shared links',
};

function pictureIssues({ fields }: EntryOrAsset, _: ContentType, { resolve }: CheckContext) {
  return Object.entries(PICTURES)
    .filter(
      ([field]) => getPath(fields[field], 'sys', 'type') === 'Link' && !resolve(fields[field]),
    )
    .map(([, name]) => `Its ${name} is not published: readers see none.`);
}

/** Lists the questions that a page links to and does not show. */
function questionIssues({ fields }: EntryOrAsset, type: ContentType, { resolve }: CheckContext) {
  if (type !== 'page') return [];
  const issueOfLink = (linked: unknown, index: number) => {
    if (!isEntryOrAsset(linked)) return 'it is not published';
    return index < MAX_QUESTIONS ? issueOf('question', linked) : `a page shows ${MAX_QUESTIONS}`;
  };
  return [fields.questions ?? []].flat().flatMap((link, index) => {
    const linked = resolve(link);
    const issue = issueOfLink(linked, index);
    const name =
      toText(getPath(linked, 'fields', 'question')) || toText(getPath(link, 'sys', 'id'));
    return issue === null ? [] : [`Its question "${name}" is not shown: ${issue}.`];
  });
}

/** Lists the links and embeds of a rich text that readers do not see, or that lead nowhere. */
function textIssues({ fields }: EntryOrAsset, _: ContentType, context: CheckContext): string[] {
  return collectValues(fields.content).flatMap((node) => {
    const uri = toText(getPath(node, 'data', 'uri'));
    const target = getPath(node, 'data', 'target');
    const id = toText(getPath(target, 'sys', 'id'));
    const type = toText(getPath(node, 'nodeType'));
    const issues: string[] = [];
    if (type.endsWith('hyperlink') && !hasWords(node))
      issues.push(`A link to "${uri || id}" has no words: readers do not see it.`);
    if (target && !context.resolve(target))
      issues.push(
        `It embeds or links to ${id || 'something'}, which is not published. Readers see nothing, or text without a link. Publish it, or remove the link.`,
      );
    return type === 'hyperlink' ? [...issues, ...addressIssues(uri, context)] : issues;
  });
}

const hasWords = (node: unknown): boolean =>
  collectValues(node).some((inner) => toText(getPath(inner, 'value')));

function addressIssues(address: string, context: CheckContext): string[] {
  const href = normalizeHref(address);
  if (href === null)
    return [
      `A link to "${address}" does not work, so readers see plain text. Start it with https://, or with / for a page of this site.`,
    ];
  return isLostPath(href, context) ? [lostLink(address)] : [];
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

/** Lists the pictures for which a screen reader has nothing to say, or only their title. */
export function pictureTexts(linked: readonly EntryOrAsset[]) {
  return linked.flatMap((asset) => {
    const target = parseAsset(asset);
    if (target?.kind !== 'image') return [];
    const { alt } = target.picture;
    const [title, description] = [toText(asset.fields.title), toText(asset.fields.description)];
    if (alt !== '' && alt === description) return [];
    const text =
      alt === ''
        ? 'Screen readers say nothing for this picture. Write a description, which is no file name.'
        : `Screen readers say its title, "${alt}". Write a description that says what it shows.`;
    return [{ id: toText(asset.sys.id), title, text }];
  });
}
