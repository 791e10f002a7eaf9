import { readFileSync } from 'node:fs';
import type { Manifest } from '../server/http/assets.ts';

const TOKENS = new URL('../shared/site/styles/tokens.css', import.meta.url);
const NIGHT = '@media (prefers-color-scheme: dark)';

/** The colours that are needed outside stylesheets too. */
export function readColours(): Manifest['colours'] {
  const [day = '', night = ''] = readFileSync(TOKENS, 'utf8').split(NIGHT);
  return {
    brand: colourOf('--brand', day),
    accent: colourOf('--accent', day),
    page: colourOf('--bg', day),
    pageAtNight: colourOf('--bg', night),
  };
}

function colourOf(name: string, css: string): string {
  const [, value] = new RegExp(`${name}: (#[\\da-f]{3,6});`).exec(css) ?? [];
  if (!value) throw new Error(`tokens.css gives ${name} no colour such as #00573f`);
  return value;
}
