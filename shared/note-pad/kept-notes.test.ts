import { afterEach, expect, test, vi } from 'vitest';
import { clearNotes, keepNotes, keptNotes } from './kept-notes.ts';

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

test('a step that is ticked off stays ticked off, and notes that were kept before there were more blanks are read', () => {
  const values = browserStorage();
  keepNotes({ name: 'Sam Field', 'step-calm': 'done' });
  expect(keptNotes()).toEqual({ name: 'Sam Field', 'step-calm': 'done' });
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
  expect(keptNotes()).toEqual(before);
});

test('cleared notes leave nothing on the device', () => {
  const values = browserStorage();
  keepNotes({ name: 'Sam Field' });
  clearNotes();
  expect(values.size).toBe(0);
  keepNotes({ name: 'Sam Field' });
  keepNotes({ name: '' });
  expect(values.size).toBe(0);
});

test('stored values that are not notes are ignored', () => {
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
