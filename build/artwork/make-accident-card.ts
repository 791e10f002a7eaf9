/**
 * Makes public/downloads/accident-details-card.pdf: one sheet of A4 for the glovebox, with the
 * blanks of the note pad. Run by `npm run artwork` after a change of the notes or of the colours;
 * the result is checked in.
 */
import { readFileSync } from 'node:fs';
import { ACCIDENT_NOTES, type AccidentNote } from '../../shared/content/accident-notes.ts';
import { PHOTOS } from '../../shared/content/accident-steps.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { tokensWithFont } from '../tokens.ts';

const styles =
  tokensWithFont() + readFileSync(new URL('accident-card.css', import.meta.url), 'utf8');

const blank = ({ label, size, rows = 1 }: AccidentNote) =>
  `<li class="${size ?? ''}">${label}${'<span></span>'.repeat(rows)}</li>`;

const html = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Accident details card</title><style>${styles}</style></head>
<body>
<header><h1>Accident details card</h1><p>Print it, fold it and keep it in the vehicle with a pen.</p></header>
<main>
<p class="danger"><span>Is anyone hurt or in danger? Call 999 first.</span> Then fill in what you can. Do not admit liability. The police are on 101 when it is not an emergency.</p>
${ACCIDENT_NOTES.map(
  ({ legend, notes }) =>
    `<section><h2>${legend}</h2><ul>${notes.map(blank).join('')}</ul></section>`,
).join('')}
<section><h2>Photos taken</h2><ul class="photos">${PHOTOS.map((photo) => `<li><span></span>${photo}</li>`).join('')}</ul></section>
</main></body></html>`;

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.pdf({
    path: 'public/downloads/accident-details-card.pdf',
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
  });
} finally {
  await browser.close();
}
