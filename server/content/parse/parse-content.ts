import {
  type ContentRecord,
  type PageRecord,
  type PostRecord,
  toPageRecord,
  toPostRecord,
} from '../../blog/record.ts';
import {
  CONTENT_TYPES,
  type ContentType,
  type EntryOrAsset,
  entriesOf,
  type RawContent,
  type Revisions,
} from '../source.ts';
import {
  createLinkResolver,
  isEntryOrAsset,
  parseTexts,
  type ResolveLink,
  revisionsOf,
  tagIdsOf,
  toText,
} from './entry-fields.ts';
import { issueOf, missingFieldOf, NO_CONTENT } from './entry-issues.ts';
import {
  type HomeQuestion,
  type HomeTestimonial,
  parseHomeQuestion,
  parseTestimonial,
} from './home-entries.ts';
import { createEntryParser } from './parse-entry.ts';

/** An entry that the site cannot show, with what an editor has to put right. */
export interface RejectedEntry {
  id: string;
  issue: string;
}

/** The entries of one type. */
export interface Part<Entry> {
  /** True when the source has no such type, or one of another model. */
  isAbsent: boolean;
  entries: readonly Entry[];
  rejected: readonly RejectedEntry[];
  revisions: Revisions;
}

interface PartsByType {
  blogPost: PostRecord;
  page: PageRecord;
  question: HomeQuestion;
  testimonial: HomeTestimonial;
}

/** Everything that is known of a source. A part is null until it has been read once. */
export type Parts = { readonly [Type in ContentType]: Part<PartsByType[Type]> | null };

/** A tag of the service, by which a renamed one is known. */
export interface ServiceTag {
  id: string;
  name: string;
}

export interface ParsedContent {
  parts: Parts;
  tags: readonly ServiceTag[];
}

export const NO_PARTS: Parts = { blogPost: null, page: null, question: null, testimonial: null };

/** The record of an entry, and what each of its links led to. */
interface KnownRecord {
  record: ContentRecord;
  links: [link: unknown, target: unknown][];
}

/** Records by the identity of their entries, so that an edit of one file costs one file. */
const knownRecords = new WeakMap<object, KnownRecord>();

const identityOf = (target: unknown): unknown =>
  isEntryOrAsset(target) ? (target.identity ?? target) : target;

/** Parses a read. A part that failed stays as it was. */
export function parseContent(
  raw: RawContent,
  previous: Parts = NO_PARTS,
  previousTags: readonly ServiceTag[] = [],
): ParsedContent {
  const own = CONTENT_TYPES.flatMap((type) => entriesOf(raw, type));
  // The entries themselves come first: what another entry includes may be older.
  const resolveLink = createLinkResolver([...own, ...raw.linked]);
  let links: KnownRecord['links'] = [];
  const resolve: ResolveLink = (link) => {
    const target = resolveLink(link);
    links.push([link, identityOf(target)]);
    return target;
  };
  const { tagNames, issues } = raw;
  const parser = createEntryParser({ resolve, tagNames });
  const records = new Map(
    [...(previous.blogPost?.entries ?? []), ...(previous.page?.entries ?? [])].map(
      (record): [string, ContentRecord] => [record.id, record],
    ),
  );
  /** Parses an entry, unless neither it nor what it links to has changed since the last time. */
  function parseChanged<Parsed extends ContentRecord>(
    entry: EntryOrAsset,
    parseEntry: (entry: EntryOrAsset) => Parsed | null,
  ): Parsed | null {
    const { identity } = entry;
    const known = identity && knownRecords.get(identity);
    if (known?.links.every(([link, target]) => identityOf(resolveLink(link)) === target))
      return known.record as Parsed;
    links = [];
    const record = parseEntry(entry);
    if (identity && record) knownRecords.set(identity, { record, links });
    return record;
  }
  const parsePost = (entry: EntryOrAsset) => {
    const post = parser.parsePost(entry);
    return toPostRecord(post, parseTexts(entry.fields.aliases), records.get(post.id));
  };
  const parsePage = (entry: EntryOrAsset) => {
    const page = parser.parsePage(entry);
    return page && toPageRecord(page, parseTexts(entry.fields.aliases), records.get(page.id));
  };
  const parsers: { [Type in ContentType]: (entry: EntryOrAsset) => PartsByType[Type] | null } = {
    blogPost: (entry) => parseChanged(entry, parsePost),
    page: (entry) => parseChanged(entry, parsePage),
    question: parseHomeQuestion,
    testimonial: parseTestimonial,
  };
  const parse = <Type extends ContentType>(type: Type): Parts[Type] => {
    const read = raw.types[type];
    if (read.state === 'failed') return previous[type];
    const part: Part<PartsByType[Type]> = parseEntries(type, entriesOf(raw, type), parsers[type]);
    return (read.state === 'absent' ? { ...part, isAbsent: true } : part) as Parts[Type];
  };
  const blogPost = parse('blogPost');
  const page = parse('page');
  const hidden = issues.filter((issue) => issue.hidden);
  const known = new Set(own.map(({ sys }) => sys.id));
  const lost = hidden
    .filter(({ id }) => !known.has(id))
    .map(({ id, text }) => ({ id, issue: text }));
  return {
    parts: {
      blogPost: blogPost && { ...blogPost, rejected: [...blogPost.rejected, ...lost] },
      // Newest first: of several with one slug, the first is shown.
      page: page && { ...page, entries: page.entries.toSorted(byChange) },
      question: parse('question'),
      testimonial: parse('testimonial'),
    },
    tags: raw.types.blogPost.state === 'read' ? tagsOf(raw) : previousTags,
  };
}

function parseEntries<Entry>(
  type: ContentType,
  raw: readonly EntryOrAsset[],
  parse: (entry: EntryOrAsset) => Entry | null,
): Part<Entry> {
  const revisions = revisionsOf(raw);
  const missing = missingFieldOf(type, raw);
  if (missing !== null) {
    const issue = `the type "${type}" has no field "${missing}", so it is not the website's: nothing of it is shown`;
    return { isAbsent: true, entries: [], rejected: [{ id: '', issue }], revisions };
  }
  const entries: Entry[] = [];
  const rejected: RejectedEntry[] = [];
  for (const entry of raw) {
    const issue = issueOf(type, entry);
    const parsed = issue === null ? parse(entry) : null;
    if (parsed === null) rejected.push({ id: toText(entry.sys.id), issue: issue ?? NO_CONTENT });
    else entries.push(parsed);
  }
  return { isAbsent: false, entries, rejected, revisions };
}

const byChange = (a: PageRecord, b: PageRecord) =>
  Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt);

/** Returns the tags that posts have, with a name of their own. */
function tagsOf(raw: RawContent): ServiceTag[] {
  const ids = new Set(entriesOf(raw, 'blogPost').flatMap(tagIdsOf));
  return [...raw.tagNames]
    .filter(([id, name]) => ids.has(id) && name)
    .map(([id, name]) => ({ id, name }));
}
