import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICON_PATH } from '../../shared/routes.ts';
import { type Brand, darkPageColor } from '../config/brand.ts';
import type { Assets, Icon } from '../http/assets.ts';

/** Returns the build in the owner's colours, with the owner's mark as its icon. */
export function applyBrand(assets: Assets, brand: Brand | null, mark: Icon | null): Assets {
  if (!brand) return assets;
  const { colours, publicDir } = assets;
  const { primary = colours.brand, accent = colours.accent } = brand;
  const isInOwnColours = primary !== colours.brand || accent !== colours.accent;
  const withColours = (stylesheet: string) =>
    isInOwnColours
      ? setToken(setToken(stylesheet, '--brand', primary), '--accent', accent) +
        assets.brandStylesheet
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

/** Replaces the build's own value of a colour token. */
const setToken = (stylesheet: string, name: '--brand' | '--accent', colour: string) =>
  stylesheet.replace(new RegExp(`(?<=[{;\\s]${name}: ?)#[\\da-f]{6}`), colour);
