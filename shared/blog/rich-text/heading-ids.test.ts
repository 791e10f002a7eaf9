import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RichText } from '../post.ts';
import { headingIds } from './heading-ids.ts';

const documentOf = (...headings: string[]) =>
  ({
    nodeType: 'document',
    data: {},
    content: headings.map((value) => ({
      nodeType: 'heading-2',
      data: {},
      content: [{ nodeType: 'text', value, marks: [], data: {} }],
    })),
  }) as unknown as RichText;

const idsOf = (...headings: string[]) => [...headingIds(documentOf(...headings)).values()];

describe('headingIds', () => {
  test('makes ids of the words of a heading, in any script', () => {
    expect(idsOf('What to photograph?', 'Don’t admit liability', 'Café: 10 tips', '事故')).toEqual([
      'what-to-photograph',
      'dont-admit-liability',
      'café-10-tips',
      '事故',
    ]);
  });

  test('makes different ids of equal headings, and of headings without a letter', () => {
    expect(idsOf('Part', 'Part', 'Part 2', '?')).toEqual(['part', 'part-2', 'part-2-2', 'part-3']);
  });

  test('never takes the id of an element of the page', () => {
    const sources = globSync('shared/**/*.tsx', { exclude: ['**/*.test.tsx'] }).map((file) =>
      readFileSync(file, 'utf8'),
    );
    // Pages with an editor's text have the frame, the form, questions and what to read next.
    const ids = sources.flatMap((source) =>
      [...source.matchAll(/\bid="([a-z-]+)"/g)].map(([, id = '']) => id),
    );
    const ofTheFrame = ids.filter((id) => /^(callback|contact|faq|main|next|site)/.test(id));
    expect(ofTheFrame.length).toBeGreaterThan(5);
    for (const id of [...ofTheFrame, 'blog-cache', 'site']) expect(idsOf(id)).not.toEqual([id]);
  });
});
