import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ACCIDENT_NOTES } from '../../shared/content/accident-notes.ts';

const CARD = 'public/downloads/accident-details-card.pdf';

const run = (program: string, ...options: string[]) =>
  execFileSync(program, options, { encoding: 'utf8' });

test('the card to download is a valid PDF of one tagged page, with its title and its language', () => {
  expect(run('qpdf', '--check', CARD)).toContain('No syntax or stream encoding errors found');
  expect(run('qpdf', '--json', '--json-key=qpdf', CARD)).toContain('"/Lang": "u:en-GB"');
  const facts = Object.fromEntries(
    run('pdfinfo', CARD)
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s+/, 2)),
  );
  expect(facts).toMatchObject({
    Title: 'Accident details card',
    Tagged: 'yes',
    Pages: '1',
    'Page size': expect.stringContaining('(A4)'),
  });
});

test('the card has the groups and the blanks of the note pad, in their order, as headings and terms, and claims nothing', () => {
  const text = run('pdftotext', '-layout', CARD, '-').replace(/\s+/g, ' ');
  for (const { notes } of ACCIDENT_NOTES)
    for (const { label } of notes) expect(text).toContain(label);
  expect(text).not.toMatch(/\d+ (hours|weeks|years)|24\/7|24-hour|grade|excess|branded|2011/i);
  const structure = run('pdfinfo', '-struct-text', CARD);
  const headings = [...structure.matchAll(/ H2 \(block\)\s+NonStruct\s+"([^"]*)"/g)].map(
    ([, text]) => text,
  );
  expect(headings).toEqual([...ACCIDENT_NOTES.map(({ legend }) => legend), 'Photos taken']);
});
