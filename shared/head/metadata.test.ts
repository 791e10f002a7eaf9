import { expect, test } from 'vitest';
import { readMetadata } from '../../test/support/page-metadata.ts';
import { PLACEHOLDER_COMPANY } from '../site/placeholder-company.ts';

const pages = await readMetadata();

test('titles and descriptions are unique and of lengths that search results show whole', () => {
  for (const { id, title, description } of pages) {
    expect(`${title} | ${PLACEHOLDER_COMPANY.name}`.length, id).toBeLessThanOrEqual(60);
    expect(description.length, id).toBeGreaterThanOrEqual(110);
    expect(description.length, id).toBeLessThanOrEqual(155);
  }
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
});

test('keywords are a comma separated list without repetitions', () => {
  for (const { id, keywords } of pages) {
    const list = keywords.split(', ');
    expect(
      list.every((keyword) => keyword !== '' && keyword === keyword.trim()),
      id,
    ).toBe(true);
    expect(new Set(list).size, id).toBe(list.length);
  }
});
