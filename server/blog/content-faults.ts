import { linkAddress } from '../../shared/blog/rich-text/link-address.ts';
import type { BlogFields } from '../config/blog-fields.ts';
import { type EntriesAnswer, linkFollower } from './contentful/delivery-answer.ts';
import { at, isRecord, isThing, textOf, valueAt } from './contentful/entry.ts';
import { assetOf } from './contentful/link-targets.ts';

/** Something an editor can put right. */
export interface ContentIssue {
  /** Id of the entry or asset; empty for the space as a whole. */
  id: string;
  text: string;
  /** The post cannot be shown at all. */
  hidden: boolean;
}

/** A picture that posts show, and what is read out in its place. */
export interface HeardPicture {
  /** Of the asset. */
  id: string;
  alt: string;
  /** What an editor should write; empty when there is nothing to mend. */
  fault: string;
}

/** A domain without a scheme, which a browser takes for a page of this site. */
const BARE_DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:[/?#].*)?$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** What readers miss in the texts of an answer's entries: links and embeds that come to nothing. */
export function textIssues(answer: EntriesAnswer, fields: BlogFields): ContentIssue[] {
  const follow = linkFollower(answer.items, answer.includes);
  return answer.items.filter(isThing).flatMap((entry) => {
    const content = valueAt(entry, fields.content, follow);
    const texts: string[] = [];
    if (content && at(content, 'nodeType') !== 'document')
      texts.push(
        'Its text is not rich text, and nobody sees it: make the field a rich text and copy the text there.',
      );
    for (const { nodeType, data } of nodesOf(content)) {
      const type = String(nodeType);
      if (type === 'hyperlink') texts.push(...addressIssues(textOf(at(data, 'uri'))));
      const target = at(data, 'target');
      if (at(target, 'sys', 'type') === 'ResourceLink')
        texts.push(
          `It embeds or links to ${textOf(at(target, 'sys', 'urn')) || 'something'} of another space, which this site does not read: readers see nothing of it, or text without a link. Copy it into this space, or link to its address.`,
        );
      else if (target && !follow(target))
        texts.push(
          `It embeds or links to ${textOf(at(target, 'sys', 'id')) || 'something'}, which is not published: readers see nothing of it, or text without a link.`,
        );
    }
    return texts.map((text) => ({ id: textOf(entry.sys.id), text, hidden: false }));
  });
}

function addressIssues(address: string): string[] {
  const meant = linkAddress(address);
  if (meant === null) return [`A link to "${address}" leads nowhere: readers see text.`];
  if (BARE_DOMAIN.test(address) && !SCHEME.test(meant))
    return [`A link to "${address}" leads to a page of this site: begin it with https://.`];
  return meant === address || SCHEME.test(address)
    ? []
    : [`A link to "${address}" has no scheme, and is taken for ${meant}.`];
}

function nodesOf(content: unknown): Record<string, unknown>[] {
  const nodes: unknown[] = [content];
  for (const node of nodes) {
    const inside = at(node, 'content');
    if (Array.isArray(inside)) for (const child of inside) nodes.push(child);
  }
  return nodes.filter(isRecord);
}

/** Every picture of an answer as a reader hears it. */
export function heardPictures({ includes }: EntriesAnswer): HeardPicture[] {
  const assets = at(includes, 'Asset');
  return (Array.isArray(assets) ? assets : []).filter(isThing).flatMap(({ sys, fields }) => {
    const target = assetOf(fields);
    if (target?.kind !== 'image') return [];
    const { alt } = target.picture;
    const written = textOf(fields.description) || textOf(fields.title);
    const fault =
      alt === ''
        ? written
          ? `"${written}" is the name of a file, and is not read out: write a description.`
          : 'Nothing is read out: write a description.'
        : alt === textOf(fields.description)
          ? ''
          : `Its title, "${alt}", is read out: write a description.`;
    return [{ id: textOf(sys.id), alt, fault }];
  });
}
