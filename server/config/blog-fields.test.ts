import { expect, test } from 'vitest';
import { blogFields, DEFAULT_FIELDS } from './site-file.ts';

test('fields that a space does not rename have the specified names', () => {
  expect(blogFields({ content: 'body' })).toEqual({ ...DEFAULT_FIELDS, content: 'body' });
});
