import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICON_PATH } from '../../shared/routes.ts';
import { type Brand, darkPageColor } from '../config/site-file/brand.ts';
import type { Assets, Icon } from '../http/assets.ts';

/** Returns the build in the owner's colours, with the owner's mark as its icon. */
export function applyBrand(assets: Assets, brand: Brand | null, mark: Icon | null): Assets {
  if (!brand) return assets;
  const { colours, publicDir } = assets;
  const { primary = colours.brand, accent = colours.accent } = brand;
  const isInOwnColours = primary !== colours.brand || accent !== colours.accent;
  const tones = parseTones(assets.brandStylesheet);
  const withColours = (stylesheet: string) =>
    isInOwnColours
      ? setTokens(stylesheet, new Map([...tones, ['--brand', [primary]], ['--accent', [accent]]])) +
        FALLBACK
      : stylesheet;
  const stylesheets = Object.entries(assets.stylesheets).map(([id, text]) => [
    id,
    withColours(text),
  ]);
  return {
    ...assets,
    stylesheets: Object.fromEntries(stylesheets) as Assets['stylesheets'],
    deskStylesheet: withColours(assets.deskStylesheet),
    colours: {
      ...colours,
      brand: primary,
      accent,
      pageAtNight: isInOwnColours ? darkPageColor(primary) : colours.pageAtNight,
    },
    icon: mark ?? {
      path: ICON_PATH,
      contentType: 'image/svg+xml; charset=utf-8',
      body: Buffer.from(
        readFileSync(join(publicDir, 'favicon.svg'), 'utf8')
          .replaceAll(colours.brand, primary)
          .replaceAll(colours.accent, accent),
      ),
    },
  };
}

/** The brand's own colour stands in for its dark tones in browsers without `color-mix()`. */
const FALLBACK =
  '@supports not (color:color-mix(in srgb,red,red)){:root{--brand-dark:var(--brand);--brand-darkest:var(--brand)}}';

/** Values of colour tokens by name: the light one first, then a dark one that differs. */
type Tones = Map<string, string[]>;

function parseTones(stylesheet: string): Tones {
  const tones: Tones = new Map();
  for (const [, name = '', value = ''] of stylesheet.matchAll(/(--[\w-]+): ?([^;}]+)/g))
    tones.set(name, [...(tones.get(name) ?? []), value]);
  return tones;
}

/** Sets tokens in place of the build's own values, so that a brand makes no page much longer. */
function setTokens(stylesheet: string, tones: Tones): string {
  const waiting = new Map([...tones].map(([name, values]) => [name, [...values]]));
  return stylesheet.replace(/(?<=[{;\s])(--[\w-]+): ?#[\da-f]{3,6}/g, (declaration, name) => {
    const value = waiting.get(name)?.shift();
    return value ? `${name}:${value}` : declaration;
  });
}
