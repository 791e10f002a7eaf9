import { expect, test } from 'vitest';
import { ACCIDENT_NOTES } from './accident-notes.ts';

test('there is a blank for everything that the accident steps say to exchange and to note', () => {
  const labels = ACCIDENT_NOTES.flatMap(({ notes }) => notes)
    .map(({ label }) => label.toLowerCase())
    .join(', ');
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
