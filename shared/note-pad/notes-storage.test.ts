import { afterEach, expect, test, vi } from 'vitest';
import { loadNotes, saveNotes } from './notes-storage.ts';

/** Returns the used part of localStorage, kept in a map. */
function browserStorage() {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  });
  return values;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('notes that were kept before there were more blanks are read', () => {
  const values = browserStorage();
  saveNotes({ name: 'Sam Field' });
  const [key = ''] = values.keys();
  const before = {
    name: 'Sam Field',
    phone: '07700 900456',
    address: '1 Sample Street',
    registration: 'AB12 CDE',
    make: 'Ford',
    model: 'Focus',
    colour: 'Blue',
    date: '2026-11-21',
    time: '17:05',
    location: 'A40, junction 3',
    events: 'They pulled out.',
  };
  values.set(key, JSON.stringify(before));
  expect(loadNotes()).toEqual(before);
});

test('stored values that are not notes are ignored', () => {
  const values = browserStorage();
  saveNotes({ name: 'Sam Field' });
  const [key = ''] = values.keys();
  values.set(key, '{"name":"Sam Field","phone":7,"other":"x"}');
  expect(loadNotes()).toEqual({ name: 'Sam Field' });
  for (const broken of ['{', 'null', '"text"', '[1]']) {
    values.set(key, broken);
    expect(loadNotes()).toEqual({});
  }
});
