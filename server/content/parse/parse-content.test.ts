import { describe, expect, test } from 'vitest';
import { blogPost, entryLink } from '../../../test/fakes/entries.ts';
import { doc, node, p } from '../../../test/fakes/rich-text.ts';
import { readRecord } from '../../blog/record.ts';
import type { EntryOrAsset, RawContent } from '../source.ts';
import { parseContent } from './parse-content.ts';

const ABSENT = { state: 'absent' } as const;

/** A source that holds two posts between its reads. The first links to the second. */
function createSource() {
  const parsed: string[] = [];
  const createPost = (slug: string, title: string, content: unknown) => {
    const entry = blogPost(slug, { title, slug, publishedDate: '2026-11-01' });
    Object.defineProperty(entry.fields, 'content', {
      enumerable: true,
      get() {
        parsed.push(slug);
        return content;
      },
    });
    return { ...entry, identity: entry } as unknown as EntryOrAsset;
  };
  const link = node('entry-hyperlink', [p('second').content?.[0] as never], {
    target: entryLink('second'),
  });
  const entries = [
    createPost('first', 'First', doc(p(link))),
    createPost('second', 'Second', doc(p('Text'))),
  ];
  const read = (): RawContent => ({
    types: {
      blogPost: { state: 'read', entries: entries.map((entry) => ({ ...entry })) },
      page: ABSENT,
      question: ABSENT,
      testimonial: ABSENT,
    },
    linked: [],
    tagNames: new Map(),
    issues: [],
  });
  return {
    createPost,
    entries,
    /** Parses what the source holds. @returns the slugs of the posts whose text was parsed */
    parse() {
      parsed.length = 0;
      const { parts } = parseContent(read());
      const posts = parts.blogPost?.entries ?? [];
      return { parsed: [...new Set(parsed)], texts: posts.map((post) => readRecord(post)) };
    },
  };
}

describe('parseContent', () => {
  test('parses again what has changed, when a source holds its entries', () => {
    const { parse, entries, createPost } = createSource();
    expect(parse().parsed).toEqual(['first', 'second']);
    expect(parse().parsed).toEqual([]);
    entries[0] = createPost('first', 'First', doc(p('Edited')));
    const { parsed, texts } = parse();
    expect(parsed).toEqual(['first']);
    expect(JSON.stringify(texts)).toContain('Edited');
  });

  test('parses a post again when the target of its link has changed or has gone', () => {
    const { parse, entries, createPost } = createSource();
    parse();
    entries[1] = createPost('second', 'Another title', doc(p('Text')));
    expect(parse().parsed).toEqual(['first', 'second']);
    entries.pop();
    expect(parse().parsed).toEqual(['first']);
    expect(parse().parsed).toEqual([]);
  });
});
