import { readFileSync } from 'node:fs';

const mark = readFileSync(new URL('../../public/favicon.svg', import.meta.url), 'utf8');

/**
 * rounded: as in the header. square: iOS rounds the corners itself. maskable: what matters lies
 * inside the safe circle.
 */
export type IconShape = 'rounded' | 'square' | 'maskable';

/**
 * Android may cut a maskable icon to a circle of 80 % (W3C Web App Manifest, icon masks): so far
 * in, the mark's square fits it.
 */
const MASKABLE_MARGIN = '-9 -9 58 58';

/** A page that is the mark and nothing else, as large as the window. */
export function iconHtml(shape: IconShape): string {
  const view =
    shape === 'maskable'
      ? mark.replace('viewBox="0 0 40 40"', `viewBox="${MASKABLE_MARGIN}"`)
      : mark;
  const ground = shape === 'rounded' ? 'transparent' : '#00573f';
  return `<!doctype html><style>body{margin:0;background:${ground}}svg{display:block;width:100vw;height:100vh}</style>${view}`;
}
