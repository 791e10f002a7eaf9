import { expect, test } from 'vitest';
import { ACCIDENT_NOTES } from './accident-notes.ts';

test('every note that the accident steps ask for has a blank', () => {
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
