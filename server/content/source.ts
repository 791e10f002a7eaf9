/** The content types that the site shows, by their ids in `content/content.json`. */
export const CONTENT_TYPES = ['blogPost', 'page', 'question', 'testimonial'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/**
 * An entry or asset in the form of the delivery API: links are unresolved
 * (`{ sys: { type: 'Link', linkType: 'Entry' | 'Asset', id } }`) and rich text is a document.
 * An entry has `sys: { id, type: 'Entry', contentType: { sys: { id } }, createdAt, updatedAt, revision }`,
 * an asset `sys: { id, type: 'Asset' }` and `fields: { title, description, file: { url, fileName, contentType, details: { size, image: { width, height } } } }`.
 */
export interface EntryOrAsset {
  sys: Record<string, unknown>;
  fields: Record<string, unknown>;
  metadata?: unknown;
  /**
   * The same object as long as neither the entry nor its assets have changed. Only a source that
   * holds its entries between two reads has it.
   */
  identity?: object;
}

/** Something that an editor can put right. */
export interface ContentIssue {
  /** The id of the entry or asset; empty for a content type. */
  id: string;
  /** A whole sentence. A file's names its line. */
  text: string;
  /** True when the entry cannot be shown at all. */
  hidden?: boolean;
}

/** Revisions by the id of the entry: they differ as soon as anything was published. */
export type Revisions = Readonly<Record<string, string | number | null>>;

/** The result of reading one content type. */
export type TypeRead =
  /** Every published entry, each once. Those with a field `aliases` (a list of slugs) redirect from these. */
  | { state: 'read'; entries: readonly EntryOrAsset[] }
  /** The source said in its own words that it has no such type. */
  | { state: 'absent' }
  /** Any other answer: an outage of this part, so that what is known of it stays. */
  | { state: 'failed'; error: Error };

/** The result of one read of a source. */
export interface RawContent {
  types: Readonly<Record<ContentType, TypeRead>>;
  /** Entries of other types and assets to which these link. */
  linked: readonly EntryOrAsset[];
  /** Names of the tags in `metadata.tags` by their ids. */
  tagNames: ReadonlyMap<string, string>;
  /**
   * Issues that the source itself found. A hidden one whose id no entry has is an entry that the site
   * cannot show: its address is missing and not gone.
   */
  issues: readonly ContentIssue[];
}

/** Returns the entries of one type, as far as they were read. */
export function entriesOf({ types }: RawContent, type: ContentType): readonly EntryOrAsset[] {
  const read = types[type];
  return read.state === 'read' ? read.entries : [];
}

/** The newest posts, from the first list call of a read that goes on. */
export interface NewestPosts {
  raw: RawContent;
  /** The number of all posts. */
  total: number;
}

export interface ReadOptions {
  /** The types to ask for: others are known to be absent. */
  types: readonly ContentType[];
  /** Called with the newest posts as soon as they are there, while the read goes on. */
  onNewestPosts?: (newest: NewestPosts) => void;
  /**
   * Called after a failed call of the read. Resolves when the call may be made again.
   * @throws the error when it may not
   */
  waitAfter?: (error: Error) => Promise<void>;
}

/**
 * A source of content. `read` and `revisions` reject with a `ContentUnavailableError` when the source is
 * away as a whole.
 */
export interface ContentSource {
  /** The name of the origin without its secrets: the copy in the database belongs to one origin. */
  readonly id: string;
  /**
   * True for content of this machine, which another replica may have in another version: the database
   * keeps its former slugs and no copy.
   */
  readonly isLocal?: true;
  /** The number of usable responses so far: while it rises, waiting makes sense. */
  readonly responseCount?: number;
  /** Returns the revisions of all published entries of these types, as `read` would find them. */
  revisions(types: readonly ContentType[]): Promise<Revisions>;
  read(options: ReadOptions): Promise<RawContent>;
  /**
   * Finds one post by its slug, for a visitor before the first read; null when there is none. A source
   * that is read within a second has no such call.
   */
  findPost?(slug: string): Promise<RawContent | null>;
  /** Returns the revision that the source shows of one entry or asset; null when it shows none. */
  revisionOf?(type: 'Entry' | 'Asset', id: string): Promise<number | null>;
  /** Calls back after every change, until the signal is aborted. */
  watch?(onChange: () => void, signal: AbortSignal): void;
}

/** The entry that an editor asks for in the preview. */
export type DraftQuery = { slug: string } | { page: string } | { id: string };

/** A source of unpublished content for editors. */
export interface DraftSource {
  /** Finds one entry as its editor sees it, with what it links to; null when there is none. */
  findDraft(query: DraftQuery): Promise<DraftAnswer | null>;
}

export interface DraftAnswer {
  entry: EntryOrAsset;
  linked: readonly EntryOrAsset[];
  tagNames: ReadonlyMap<string, string>;
  /** Issues that the source itself found. */
  issues: readonly ContentIssue[];
}
