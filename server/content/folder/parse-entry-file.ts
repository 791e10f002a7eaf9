import { posix } from 'node:path';
import { compressJson, parseCompressedJson } from '../../blog/record.ts';
import { normalizeHref } from '../parse/normalize-href.ts';
import { EntryBuilder, linkTo, type RawEntry } from './entry-builder.ts';
import { type FileKind, type Keys, parseFrontMatter } from './front-matter.ts';
import { parseMarkdown } from './markdown-reader.ts';
import {
  convertTokens,
  type FileIssue,
  listPictures,
  type References,
} from './markdown-to-rich-text.ts';
import { type PictureStore, resolvePath } from './picture-store.ts';
import type { RawNode } from './rich-text-builder.ts';
import { toFields } from './to-fields.ts';
import { UnusableReference } from './unusable-reference.ts';

/** A file of a post or a page. */
export interface ParsedEntryFile {
  entry: RawEntry;
  /** Pictures, and the questions of a page. */
  linked: RawEntry[];
  isDraft: boolean;
  /** The reasons why it cannot be shown; [] for a file that can. */
  faults: FileIssue[];
  /** The parts that readers do not see, in the order of their lines. */
  issues: FileIssue[];
  /** Paths of the pictures that it names, whether or not they are there. */
  pictures: string[];
}

interface SourceFile {
  /** The path in the folder, which is the id of the entry. */
  path: string;
  kind: FileKind;
  text: string;
  modifiedAt: Date;
  pictures: PictureStore;
}

/** Ids of the content types in `content/content.json`. */
const CONTENT_TYPES: { readonly [kind in FileKind]: string } = { post: 'blogPost', page: 'page' };

/** The rich text that was read last: checks and the parser read the same one in turn. */
let latest: { compressed: Uint8Array; document: RawNode } | undefined;

/**
 * Parses a file of the folder into an entry like those of the content service. Its rich text is held
 * compressed: that of 700 files would take 50 MB between two reads.
 */
export async function parseEntryFile(source: SourceFile): Promise<ParsedEntryFile> {
  const { path, kind, text, modifiedAt } = source;
  const file = parseFrontMatter(text, kind);
  const { body, bodyLine, keys, faults } = file;
  const tokens = parseMarkdown(body, bodyLine);
  const named = [...listPictures(tokens), keys.image ?? [], keys.shareImage ?? []].flat();
  const pictures = await source.pictures.loadAll(named, path);
  const entries = new EntryBuilder(path, modifiedAt, pictures);
  const { document, issues } = convertTokens(tokens, {
    findLink: (href) => findLink(href, path),
    // The pictures in the text come first among the linked entries.
    findPicture: (src, description, caption) => entries.addPicture(src, description, caption),
  });
  const compressed = compressJson(document);
  const fields = toFields(kind, file, entries, issues);
  return {
    entry: entries.create(path, CONTENT_TYPES[kind], {
      ...fields,
      slug: slugOf(path, kind, keys),
      get content() {
        if (latest?.compressed !== compressed)
          latest = { compressed, document: parseCompressedJson(compressed) };
        return latest.document;
      },
    }),
    linked: entries.linked,
    isDraft: keys.draft === true,
    faults,
    issues: issues.toSorted((a, b) => a.line - b.line),
    pictures: [...pictures.values()].map(({ path }) => path),
  };
}

/** Returns the last part of the address: a page has it from the name of its file. */
function slugOf(path: string, kind: FileKind, { slug }: Keys): string {
  const name = posix.basename(path, '.md').normalize();
  return kind === 'page' ? name : (slug ?? name.replace(/^\d{4}-\d\d-\d\d-(?=.)/, ''));
}

/** Returns the node of a link: to another file of the folder, or to an address. */
function findLink(href: string, path: string): ReturnType<References['findLink']> {
  const [address = ''] = href.split(/[?#]/, 1);
  const isFile = /\.md$/i.test(address) && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
  if (isFile) {
    const id = resolvePath(decodeURI(address), path);
    return { nodeType: 'entry-hyperlink', data: { target: linkTo('Entry', id) } };
  }
  const uri = normalizeHref(href);
  if (uri === null)
    throw new UnusableReference('does not start with https:// or, on this site, with /');
  return { nodeType: 'hyperlink', data: { uri } };
}
