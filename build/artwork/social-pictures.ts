import { readFileSync } from 'node:fs';
import { tokensWithFont } from '../tokens.ts';

/** A vehicle of shared/ui/scenery/vehicles.svg on the road of a picture. */
type Vehicle = 'hatch' | 'suv' | 'van' | 'minibus' | 'taxi' | 'bike' | 'truck' | 'recovery';
type Paint = 'a' | 'b' | 'c' | 'd' | 'e';

/** Left edges are in pixels of the picture. */
interface SocialPicture {
  isAtNight?: true;
  /**
   * The sign, in its three sizes of type: what it is about, what it says, what to know. No facts and
   * no claims of the company (shared/site/claims.ts): those are configured, and pictures are recorded.
   */
  kicker: string;
  title: string;
  note: string;
  vehicles: { [name in Vehicle]?: readonly [paint: Paint, left: number] };
  /** Left edge of a warning triangle on the road. */
  triangle?: number;
}

/** By file name in public/social/. The metadata of each page holds the alternative text. */
export const SOCIAL_PICTURES: Record<string, SocialPicture> = {
  home: {
    kicker: 'Accident management',
    title: 'Not your fault? We’ll\u00a0take it\u00a0from\u00a0here.',
    note: 'Recovery · Replacement vehicles · Repairs',
    vehicles: { recovery: ['a', 130], suv: ['b', 800] },
  },
  accident: {
    kicker: 'Had a road accident?',
    title: 'What to do, step by step',
    note: 'Stay calm · Exchange details · Take photos',
    vehicles: { hatch: ['e', 420], suv: ['c', 800] },
    triangle: 240,
  },
  'replacement-vehicles': {
    kicker: 'Replacement vehicles',
    title: 'Delivered to you',
    note: 'Cars, vans and minibuses · Comprehensively insured',
    vehicles: { van: ['c', 60], suv: ['b', 470], hatch: ['a', 830] },
  },
  'credit-hire': {
    kicker: 'Credit hire',
    title: 'Drive on, with no up-front cost',
    note: 'Costs are recovered from the at-fault insurer',
    vehicles: { suv: ['b', 700] },
  },
  'bodyshop-repairs': {
    kicker: 'Bodyshop repairs',
    title: 'Repaired at an approved bodyshop',
    note: 'With an independent engineer’s report to insurers',
    vehicles: { recovery: ['e', 440] },
  },
  about: {
    kicker: 'About us',
    title: 'One call, and one team',
    note: 'Cars · Vans · Motorcycles · Taxis and private hire',
    vehicles: { hatch: ['b', 20], van: ['c', 318], bike: ['e', 692], taxi: ['d', 874] },
  },
  blogs: {
    isAtNight: true,
    kicker: 'Our Blog',
    title: 'News, tips and insights',
    note: 'On accident management and vehicle services',
    vehicles: { minibus: ['c', 470] },
  },
  contact: {
    isAtNight: true,
    kicker: 'Contact us',
    title: 'Call or ask for a callback',
    note: 'Accident management for non-fault drivers',
    vehicles: { truck: ['a', 320] },
  },
  legal: {
    kicker: 'Accident management',
    title: 'Terms, complaints and privacy',
    note: 'What you can expect, in writing',
    vehicles: { taxi: ['d', 720] },
  },
};

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

/** From the lamp of a van, minibus or truck, in the drawing's own units. */
const beam = (width: number, height: number) =>
  `<path d="M${width - 12} ${height - 62} ${width + 260} ${height - 96}v92L${width - 12} ${height - 48}Z" fill="var(--v-lamp)" opacity=".28"/>`;

function drawn(name: string, paint: Paint, left: number, isAtNight: boolean): string {
  const box = new RegExp(`id="v-${name}" viewBox="0 0 (\\d+) (\\d+)"`).exec(sprite);
  if (!box) throw new Error(`no v-${name} in the sprite`);
  const [width, height] = [Number(box[1]), Number(box[2])];
  const transform = `translate(${left} ${GROUND_Y - (height - BELOW_TYRES) * SCALE}) scale(${SCALE})`;
  const light = isAtNight ? beam(width, height) : '';
  return `<g class="v-${paint}" transform="${transform}">${light}<use href="#v-${name}" width="${width}" height="${height}"/></g>`;
}

const warningTriangle = (x: number) =>
  `<g transform="translate(${x} ${GROUND_Y - 104})" stroke-linejoin="round">
    <path d="M60 8 112 100H8Z" fill="#fff" stroke="var(--red-1)" stroke-width="15"/><path d="M60 40v26M60 82v1" stroke="var(--ink)" stroke-width="9" stroke-linecap="round"/>
  </g>`;

const STARS =
  '<path d="M40 24h3v3h-3zM160 16h2v2h-2zM330 26h3v3h-3zM520 12h3v3h-3zM760 24h3v3h-3zM980 14h2v2h-2zM1166 120h3v3h-3zM24 210h3v3h-3zM1172 300h3v3h-3zM30 390h2v2h-2zM1160 22h3v3h-3zM640 30h2v2h-2z" fill="var(--text)"/>';

/** The hills, the sign and the road of the hero, in the page's top 1200 x 630 pixels. */
export function socialPictureHtml(picture: SocialPicture): string {
  const { isAtNight = false, kicker, title, note, vehicles, triangle } = picture;
  const traffic = Object.entries(vehicles).map(([name, [paint, left]]) =>
    drawn(name, paint, left, isAtNight),
  );
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><style>${styles}</style><body>${sprite.replace('<svg ', '<svg hidden ')}
    <svg viewBox="0 0 1200 630">${isAtNight ? STARS : ''}
      <path d="M0 380c120-60 260-70 400-30s260 60 420 10 290-50 380-10v240H0Z" fill="var(--hill-1)"/>
      <path d="M0 440c150-50 290-30 430-10s290 30 430-20 240-40 340-10v200H0Z" fill="var(--hill-2)"/>
      <path d="M0 490c170-40 350-40 550-22s380 22 650-18v140H0Z" fill="var(--hill-3)"/></svg>
    <div class="posts"></div>
    <div class="sign"><p class="kicker">${kicker}</p><p class="title">${title}</p><p class="note">${note}</p></div>
    <svg viewBox="0 0 1200 630">
      <path d="M0 528c200-22 400-22 600-12s400 8 600-8v94H0Z" fill="var(--verge)"/>
      <path d="M0 546h1200v84H0Z" fill="var(--road)"/>
      <path d="M0 612h1200" stroke="var(--dash)" stroke-width="7" stroke-dasharray="84 63" stroke-dashoffset="20"/>
      ${traffic.join('')}${triangle === undefined ? '' : warningTriangle(triangle)}
    </svg></body></html>`;
}
