import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../site/company.ts';
import { PAGE_METADATA } from './metadata.ts';

const pages = Object.entries(PAGE_METADATA);

test('Home has the title of the specification', () => {
  expect(PAGE_METADATA.home.title).toBe('Professional Accident Management Services UK');
});

test('titles and descriptions are unique and of lengths that search results show whole', () => {
  for (const [id, { title, description }] of pages) {
    expect(`${title} | ${PLACEHOLDER_COMPANY.name}`.length, id).toBeLessThanOrEqual(60);
    expect(description.length, id).toBeGreaterThanOrEqual(110);
    expect(description.length, id).toBeLessThanOrEqual(155);
  }
  expect(new Set(pages.map(([, page]) => page.title)).size).toBe(pages.length);
  expect(new Set(pages.map(([, page]) => page.description)).size).toBe(pages.length);
});

test('keywords are a comma separated list without repetitions', () => {
  for (const [id, { keywords }] of pages) {
    const list = keywords.split(', ');
    expect(
      list.every((keyword) => keyword !== '' && keyword === keyword.trim()),
      id,
    ).toBe(true);
    expect(new Set(list).size, id).toBe(list.length);
  }
});
