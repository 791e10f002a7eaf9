import { afterEach, expect, test, vi } from 'vitest';
import { keepNotes, keptNotes } from './kept-notes.ts';

/** The part of localStorage that is used, kept in a map. */
function browserStorage() {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  return values;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('notes are there again when the page is opened again', () => {
  browserStorage();
  expect(keepNotes({ name: 'Sam Field', registration: 'AB12 CDE' })).toBe(true);
  expect(keptNotes()).toEqual({ name: 'Sam Field', registration: 'AB12 CDE' });
});

test('cleared notes leave nothing on the device', () => {
  const values = browserStorage();
  keepNotes({ name: 'Sam Field' });
  keepNotes({});
  expect(values.size).toBe(0);
});

test('what is stored and is no note is left out', () => {
  const values = browserStorage();
  keepNotes({ name: 'Sam Field' });
  const [key = ''] = values.keys();
  values.set(key, '{"name":"Sam Field","phone":7,"other":"x"}');
  expect(keptNotes()).toEqual({ name: 'Sam Field' });
  for (const broken of ['{', 'null', '"text"', '[1]']) {
    values.set(key, broken);
    expect(keptNotes()).toEqual({});
  }
});

test('a browser that stores nothing is reported and does no harm', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(keepNotes({ name: 'Sam Field' })).toBe(false);
  expect(keptNotes()).toEqual({});
});
