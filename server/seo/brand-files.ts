import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { type Brand, brandTokens, SURFACES } from '../config/brand.ts';
import type { Assets } from '../http/assets.ts';
import { onFirstUse, withTimeout } from '../ops/timers.ts';
import { DRAWN_BY_MS, DRAWN_PATHS, drawIcons, drawInThread, ICON_PATH } from './icons.ts';
import { recolouredPng } from './recolour.ts';
import signs from './signs.json' with { type: 'json' };

/** build/artwork/make-pictures.ts writes it. */
type Signs = Record<string, readonly [end: number, shares: string]>;

const SIGNS = Object.entries(signs as unknown as Signs).map(
  ([name, sign]) => [`/social/${name}.png`, ...sign] as const,
);
export const BRAND_PATHS = [ICON_PATH, ...DRAWN_PATHS, ...SIGNS.map(([path]) => path)];

/** The build in the owner's colours, with the owner's mark as its icon. */
export function branded(assets: Assets, brand: Brand | null): Assets {
  if (!brand) return assets;
  const tokens = Object.entries(brandTokens(brand));
  // In the place of the build's own, so that no page is longer for it.
  const paint = (stylesheet: string) =>
    tokens.reduce((text, [name, values]) => {
      const left = [...values];
      const value = () => `${name}:${left.length > 1 ? left.shift() : left[0]}`;
      return text.replace(new RegExp(`(?<=[{;])${name}: ?#[\\da-f]{3,6}`, 'g'), value);
    }, stylesheet);
  const { colours, publicDir } = assets;
  const { primary = colours.brand, accent = colours.accent } = brand;
  const stylesheets = Object.entries(assets.stylesheets).map(([id, text]) => [id, paint(text)]);
  return {
    ...assets,
    stylesheets: Object.fromEntries(stylesheets) as Assets['stylesheets'],
    deskStylesheet: paint(assets.deskStylesheet),
    colours: { ...colours, brand: primary, accent },
    icon:
      brand.mark ??
      readFileSync(join(publicDir, 'favicon.svg'), 'utf8')
        .replaceAll(colours.brand, primary)
        .replaceAll(colours.accent, accent),
  };
}

interface BrandFile {
  path: string;
  contentType: string;
  /** Undefined: it cannot be drawn now. */
  bytes: () => string | Promise<Buffer | undefined>;
}

/**
 * Draws when somebody first asks. While that fails there is nothing, of which the log is told once,
 * and whoever asks next makes it try again.
 */
function drawnOnce<T>(draw: () => Promise<T>, log: Pick<Logger, 'error'>) {
  let isTold = false;
  const late = () => {
    throw new Error('drawing takes too long');
  };
  const drawn = onFirstUse(() => withTimeout(draw(), DRAWN_BY_MS, late));
  return (): Promise<T | undefined> =>
    drawn().catch((error: unknown) => {
      if (!isTold) log.error({ err: error }, 'a picture of the brand cannot be drawn');
      isTold = true;
      return undefined;
    });
}

/**
 * What takes the place of files of the build that show its colours or its mark: drawn when somebody
 * first asks, none without a brand.
 */
export function brandFiles(
  { icon, colours, publicDir }: Pick<Assets, 'icon' | 'colours' | 'publicDir'>,
  brand: Brand | null,
  log: Pick<Logger, 'error'>,
): BrandFile[] {
  if (icon === null) return [];
  // A mark of the owner's may have any colours; pages show it on white.
  const ground = brand?.mark ? '#fff' : colours.brand;
  const worker = resolve(publicDir, '../server/icon-worker.js');
  const icons = drawnOnce(() => drawIcons(icon, ground, (jobs) => drawInThread(jobs, worker)), log);
  const changes = [
    [SURFACES.primary, colours.brand],
    [SURFACES.accent, colours.accent],
  ] as const;
  const built = (path: string) => readFile(join(publicDir, path));
  return [
    { path: ICON_PATH, contentType: 'image/svg+xml; charset=utf-8', bytes: () => icon },
    ...DRAWN_PATHS.map((path) => ({
      path,
      contentType: path.endsWith('.ico') ? 'image/x-icon' : 'image/png',
      bytes: async () => (await icons())?.get(path),
    })),
    ...SIGNS.map(([path, end, shares]) => {
      const draw = async () =>
        recolouredPng(await built(path), end, Buffer.from(shares, 'base64'), changes);
      return { path, contentType: 'image/png', bytes: drawnOnce(draw, log) };
    }),
  ];
}
