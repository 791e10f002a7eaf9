import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { SURFACES } from '../config/brand.ts';
import type { Config } from '../config/config.ts';
import type { Assets } from '../http/assets.ts';
import { onFirstUse, withTimeout } from '../ops/timers.ts';
import { DRAWN_BY_MS, DRAWN_PATHS, drawIcons, ICON_PATH } from './icons.ts';
import { recolouredPdf, recolouredPng } from './recolour.ts';
import signs from './signs.json' with { type: 'json' };

interface BrandFile {
  path: string;
  contentType: string;
  /** Undefined: it cannot be drawn now. */
  bytes: () => string | Promise<Buffer | undefined>;
}

/** build/artwork/make-pictures.ts writes it. */
type Signs = Record<string, readonly [end: number, shares: string]>;

const CARD = '/downloads/accident-details-card.pdf';
const SIGNS = Object.entries(signs as unknown as Signs).map(
  ([name, sign]) => [`/social/${name}.png`, ...sign] as const,
);
export const BRAND_PATHS = [ICON_PATH, ...DRAWN_PATHS, ...SIGNS.map(([path]) => path), CARD];

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
  brand: Config['brand'],
  log: Pick<Logger, 'error'>,
): BrandFile[] {
  if (icon === null) return [];
  // A mark of the owner's may have any colours; pages show it on white.
  const ground = brand?.mark ? '#fff' : colours.brand;
  const worker = resolve(publicDir, '../server/icon-worker.js');
  const icons = drawnOnce(() => drawIcons(icon, ground, worker), log);
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
    {
      path: CARD,
      contentType: 'application/pdf',
      bytes: drawnOnce(async () => recolouredPdf(await built(CARD), changes), log),
    },
  ];
}
