import { hash } from 'node:crypto';
import type {
  ContentIssue,
  ContentSource,
  DraftQuery,
  DraftSource,
  EntryOrAsset,
  TypeRead,
} from '../source.ts';
import type { ContentFolder, KnownFile } from './content-folder.ts';

const ABSENT: TypeRead = { state: 'absent' };
const NO_TAG_NAMES: ReadonlyMap<string, string> = new Map();

/** A source of posts and pages that are files, with drafts for their editors. */
export interface FolderSource extends ContentSource, DraftSource {
  /** Reports that files have changed. */
  notify(): void;
}

/** Creates the source of a folder: the owner's, or that of the samples. */
export function createFolderSource(id: string, folder: ContentFolder): FolderSource {
  const listeners = new Set<() => void>();
  return {
    id,
    isLocal: true,

    async revisions() {
      await folder.look();
      return Object.fromEntries(published(folder).map((file) => [file.path, revisionOf(file)]));
    },

    async read() {
      await folder.look();
      const files = published(folder);
      const entriesOf = (kind: KnownFile['kind']): TypeRead => ({
        state: 'read',
        entries: files.filter((file) => file.kind === kind).map(toEntry),
      });
      return {
        types: {
          blogPost: entriesOf('post'),
          page: entriesOf('page'),
          question: ABSENT,
          testimonial: ABSENT,
        },
        linked: files.flatMap(({ shown }) => shown.linked),
        tagNames: NO_TAG_NAMES,
        issues: [...folder.files.values()].flatMap(issuesOfFile),
      };
    },

    async findDraft(query) {
      await folder.look();
      const file = [...folder.files.values()].find((candidate) => isMeant(candidate, query));
      if (!file) return null;
      const { entry, linked } = file.parsed;
      return {
        entry,
        linked: [...linked, ...published(folder).map(toEntry)],
        tagNames: NO_TAG_NAMES,
        issues: issuesOfFile(file),
      };
    },

    watch(onChange, signal) {
      listeners.add(onChange);
      signal.addEventListener('abort', () => listeners.delete(onChange));
    },

    notify() {
      for (const listener of listeners) listener();
    },
  };
}

type PublishedFile = KnownFile & { shown: NonNullable<KnownFile['shown']> };

/** Returns the files that have a version to show and are no drafts, by their paths. */
const published = ({ files }: ContentFolder): PublishedFile[] =>
  [...files.values()]
    .filter((file): file is PublishedFile => file.shown !== null && !file.shown.isDraft)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

const revisionOf = ({ stamp }: KnownFile): string => hash('sha256', stamp, 'base64url');

const toEntry = (file: PublishedFile): EntryOrAsset => {
  const { sys, fields } = file.shown.entry;
  return { sys: { ...sys, revision: revisionOf(file) }, fields, identity: file.shown };
};

function isMeant({ kind, path, parsed }: KnownFile, query: DraftQuery): boolean {
  const { slug } = parsed.entry.fields;
  if ('id' in query) return query.id === path;
  return 'page' in query
    ? kind === 'page' && slug === query.page
    : kind === 'post' && slug === query.slug;
}

/** Lists what is wrong with a file: its faults as one hidden issue, then what readers do not see. */
export function issuesOfFile({ path, parsed }: KnownFile): ContentIssue[] {
  const toText = ({ line, text }: { line: number; text: string }) => `Line ${line}: ${text}`;
  const { faults, issues } = parsed;
  return [
    ...(faults.length > 0 ? [{ id: path, text: faults.map(toText).join(' '), hidden: true }] : []),
    ...issues.map((issue) => ({ id: path, text: toText(issue) })),
  ];
}
