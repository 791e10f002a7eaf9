import { expect, test } from 'vitest';
import { notesMailto } from './send-notes.ts';

test('the mail of the notes has the other driver in its subject and lists six photos', () => {
  const mail = new URL(
    notesMailto(
      {
        name: 'Sam & Jo Field',
        registration: 'QX71 ZZZ',
        events: '100% their fault?\nYes + no #1',
        colour: '',
      },
      'claims@example.com',
    ),
  );
  expect(mail.protocol + mail.pathname).toBe('mailto:claims@example.com');
  expect(mail.hash).toBe('');
  expect(mail.searchParams.get('subject')).toBe('Accident notes, Sam & Jo Field, QX71 ZZZ');
  expect(mail.searchParams.get('body')?.split('\r\n')).toEqual([
    'My name:',
    'My phone number:',
    'My registration:',
    '',
    'The other driver',
    'Name: Sam & Jo Field',
    'Registration: QX71 ZZZ',
    '',
    'What happened',
    'How it happened: 100% their fault?',
    'Yes + no #1',
    '',
    'Photos to attach:',
    '- The whole scene, from both directions',
    '- Number plates',
    '- The damage, from a distance and close up',
    '- Marks on the road',
    '- Road signs and traffic lights',
    '- Any CCTV cameras nearby',
  ]);
});

test('before anything is noted down the mail has its blanks', () => {
  const { searchParams } = new URL(notesMailto({}, 'claims@example.com'));
  expect(searchParams.get('subject')).toBe('Accident notes');
  expect(searchParams.get('body')).toMatch(/registration:\r\n\r\nPhotos to attach:/);
});
