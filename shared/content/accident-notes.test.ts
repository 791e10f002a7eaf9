import { expect, test } from 'vitest';
import { ACCIDENT_NOTES, notesAsText } from './accident-notes.ts';

test('notes to share come in the order of the blanks, without the empty ones', () => {
  expect(notesAsText({ location: 'A40, junction 3', name: 'Sam Field', colour: '' })).toBe(
    'Other driver’s name: Sam Field\nLocation: A40, junction 3',
  );
});

test('there is a blank for everything that the accident steps say to exchange and to note', () => {
  const labels = ACCIDENT_NOTES.map(({ label }) => label.toLowerCase()).join(', ');
  for (const word of [
    'name',
    'address',
    'phone number',
    'make',
    'model',
    'colour',
    'registration',
    'date',
    'time',
    'location',
    'how it happened',
  ]) {
    expect(labels).toContain(word);
  }
});
