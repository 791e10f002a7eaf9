import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recolouredPdf } from '../../server/seo/recolour.ts';
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

test('a card in other colours is as valid, says the same, and opens as the new one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'card-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, 'card.pdf');
  writeFileSync(own, recolouredPdf(readFileSync(CARD), [['#00573f', '#1d3f8f']]));
  expect(run('qpdf', '--check', own)).toContain('No syntax or stream encoding errors found');
  expect(run('pdfinfo', '-struct-text', own)).toBe(run('pdfinfo', '-struct-text', CARD));
  const drawing = run('qpdf', '--show-object=10', '--filtered-stream-data', own);
  expect(drawing).toContain('.1137 .2471 .5608 rg');
  expect(drawing).not.toContain('0 .3412 .2471 rg');
});
