import { expect, test } from 'vitest';
import { blogFields, DEFAULT_FIELDS } from './blog-fields.ts';

test('fields that a space does not name otherwise have the names of the specification', () => {
  expect(blogFields({ content: 'body' })).toEqual({ ...DEFAULT_FIELDS, content: 'body' });
});
