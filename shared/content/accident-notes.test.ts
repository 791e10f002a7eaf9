import { expect, test } from 'vitest';
import { ACCIDENT_NOTES, notesAsText } from './accident-notes.ts';

test('notes to share come in their groups, in the order of the blanks, without the empty ones', () => {
  expect(
    notesAsText({
      location: 'A40, junction 3',
      insurer: 'Fern Mutual',
      name: 'Sam Field',
      phone: '07700 900456',
      colour: '',
    }),
  ).toBe(
    [
      'The other driver\nName: Sam Field\nPhone number: 07700 900456',
      'Their insurer\nInsurer: Fern Mutual',
      'Where and when\nLocation: A40, junction 3',
    ].join('\n\n'),
  );
  expect(notesAsText({})).toBe('');
});

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
