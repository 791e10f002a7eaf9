import { BLOCKS, type Block, type Document } from '@contentful/rich-text-types';
import { plainText } from '../plain-text.ts';
import type { RichText } from '../post.ts';

/** Ids of elements around an editor's text, in the frame of the site and on its pages. */
const TAKEN = [
  'blog-cache',
  'contact',
  'contact-heading',
  'faq',
  'faq-heading',
  'main',
  'next-to-read',
  'site',
  'site-nav',
];

/** The longest id, in characters: a heading may be a paragraph. */
const MAX_ID_LENGTH = 60;

const HEADINGS: ReadonlySet<string> = new Set([
  BLOCKS.HEADING_1,
  BLOCKS.HEADING_2,
  BLOCKS.HEADING_3,
  BLOCKS.HEADING_4,
  BLOCKS.HEADING_5,
  BLOCKS.HEADING_6,
]);

/**
 * Returns the ids of the headings of a document, for links to its parts: `#what-to-photograph`. No
 * two are equal, and none is that of another element of the page.
 */
export function headingIds(document: RichText): ReadonlyMap<Block, string> {
  const ids = new Map<Block, string>();
  const taken = new Set(TAKEN);
  const visit = (node: Document | Block) => {
    for (const child of node.content as Block[]) {
      if (HEADINGS.has(child.nodeType)) ids.set(child, freeId(slugOf(child), taken));
      else if (child.content) visit(child);
    }
  };
  visit(document as unknown as Document);
  return ids;
}

/** Returns the letters and digits of a heading in lower case, with hyphens between the words. */
function slugOf(heading: Block): string {
  const words = plainText(heading as unknown as RichText).toLowerCase();
  const slug = words.replace(/[\u2019']/g, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return slug.slice(0, MAX_ID_LENGTH).replace(/^-|-$/g, '') || 'part';
}

/** Returns an id that is not taken, with a number behind it where it must. It is taken from then on. */
function freeId(slug: string, taken: Set<string>): string {
  // Ids of the form begin so, and React's own begin with an underscore.
  const base = slug.startsWith('callback-') ? `part-${slug}` : slug;
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.add(id);
  return id;
}
