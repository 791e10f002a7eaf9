import { readFileSync } from 'node:fs';
import type { SOCIAL_PICTURES } from './social-pictures.ts';
import { tokensWithFont } from './tokens.ts';

type Picture = (typeof SOCIAL_PICTURES)[string];

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const sprite = read('../../shared/ui/scenery/vehicles.svg');
const styles = [
  tokensWithFont(),
  read('../../shared/ui/scenery/vehicle.css'),
  read('social-picture.css'),
].join('');

/** Where tyres touch the road, in pixels from the top of the picture. */
const GROUND_Y = 592;
const SCALE = 1.45;

/** How far a drawing's box reaches below its tyres, in its own units. */
const BELOW_TYRES = 4;

/**
 * The beam of a headlight, from the lamp of a van, minibus or truck, in the drawing's own units.
 */
const beam = (width: number, height: number) =>
  `<path d="M${width - 12} ${height - 62} ${width + 260} ${height - 96}v92L${width - 12} ${height - 48}Z" fill="var(--v-lamp)" opacity=".28"/>`;

function vehicle({ name, paint, x }: Picture['vehicles'][number], time: Picture['time']): string {
  const box = new RegExp(`id="v-${name}" viewBox="0 0 (\\d+) (\\d+)"`).exec(sprite);
  if (!box) throw new Error(`no v-${name} in the sprite`);
  const [width, height] = [Number(box[1]), Number(box[2])];
  const transform = `translate(${x} ${GROUND_Y - (height - BELOW_TYRES) * SCALE}) scale(${SCALE})`;
  const light = time === 'night' ? beam(width, height) : '';
  return `<g class="v-${paint}" transform="${transform}">${light}<use href="#v-${name}" width="${width}" height="${height}"/></g>`;
}

const warningTriangle = (x: number) =>
  `<g transform="translate(${x} ${GROUND_Y - 104})" stroke-linejoin="round">
    <path d="M60 8 112 100H8Z" fill="#fff" stroke="var(--red-1)" stroke-width="15"/><path d="M60 40v26M60 82v1" stroke="var(--ink)" stroke-width="9" stroke-linecap="round"/>
  </g>`;

const STARS =
  '<path d="M40 24h3v3h-3zM160 16h2v2h-2zM330 26h3v3h-3zM520 12h3v3h-3zM760 24h3v3h-3zM980 14h2v2h-2zM1166 120h3v3h-3zM24 210h3v3h-3zM1172 300h3v3h-3zM30 390h2v2h-2zM1160 22h3v3h-3zM640 30h2v2h-2z" fill="var(--text)"/>';

/**
 * The page whose top 1200 x 630 pixels are the picture: the hills, the sign and the road of the
 * hero.
 */
export function socialPictureHtml({
  time,
  kicker,
  title,
  note,
  vehicles,
  triangle,
}: Picture): string {
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><style>${styles}</style><body>${sprite.replace('<svg ', '<svg hidden ')}
    <svg viewBox="0 0 1200 630">${time === 'night' ? STARS : ''}
      <path d="M0 380c120-60 260-70 400-30s260 60 420 10 290-50 380-10v240H0Z" fill="var(--hill-1)"/>
      <path d="M0 440c150-50 290-30 430-10s290 30 430-20 240-40 340-10v200H0Z" fill="var(--hill-2)"/>
      <path d="M0 490c170-40 350-40 550-22s380 22 650-18v140H0Z" fill="var(--hill-3)"/></svg>
    <div class="posts"></div>
    <div class="sign"><p class="kicker">${kicker}</p><p class="title">${title}</p><p class="note">${note}</p></div>
    <svg viewBox="0 0 1200 630">
      <path d="M0 528c200-22 400-22 600-12s400 8 600-8v94H0Z" fill="var(--verge)"/>
      <path d="M0 546h1200v84H0Z" fill="var(--road)"/>
      <path d="M0 612h1200" stroke="var(--dash)" stroke-width="7" stroke-dasharray="84 63" stroke-dashoffset="20"/>
      ${vehicles.map((item) => vehicle(item, time)).join('')}${triangle === undefined ? '' : warningTriangle(triangle)}
    </svg></body></html>`;
}
