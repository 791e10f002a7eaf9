import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brandTokens } from '../config/brand.ts';
import type { Assets } from './assets.ts';

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
