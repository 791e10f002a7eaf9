import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICON_PATH } from '../../shared/routes.ts';
import { type Brand, brandTokens, type TokenValues } from '../config/brand.ts';
import type { Assets, Icon } from '../http/assets.ts';

/** Returns the build in the owner's colours, with the owner's mark as its icon. */
export function applyBrand(assets: Assets, brand: Brand | null, mark: Icon | null): Assets {
  if (!brand) return assets;
  const tokens = brandTokens(brand);
  const replaceTokens = (stylesheet: string) => tokens.reduce(replaceToken, stylesheet);
  const { colours, publicDir } = assets;
  const { primary = colours.brand, accent = colours.accent } = brand;
  const pageAtNight = new Map(tokens).get('--bg')?.night ?? colours.pageAtNight;
  const stylesheets = Object.entries(assets.stylesheets).map(([id, text]) => [
    id,
    replaceTokens(text),
  ]);
  return {
    ...assets,
    stylesheets: Object.fromEntries(stylesheets) as Assets['stylesheets'],
    deskStylesheet: replaceTokens(assets.deskStylesheet),
    colours: { ...colours, brand: primary, accent, pageAtNight },
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

/**
 * Replaces the build's own value of a token, so that a brand makes no page longer. A stylesheet
 * gives the light value first, and a dark one only where it differs.
 */
function replaceToken(stylesheet: string, [name, { day, night }]: [string, TokenValues]): string {
  const values = [day, night];
  const declaration = new RegExp(`(?<=[{;])${name}: ?#[\\da-f]{3,6}`, 'g');
  return stylesheet.replace(declaration, () => `${name}:${values.shift() ?? night}`);
}
