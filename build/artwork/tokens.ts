import { readFileSync } from 'node:fs';

const FONT = '../public-sans.woff2';
const styles = new URL('../../shared/site/styles/', import.meta.url);

/**
 * Colours and font of the site for pages that have no address to fetch a font from.
 * @throws when tokens.css no longer names the font
 */
export function tokensWithFont(): string {
  const tokens = readFileSync(new URL('tokens.css', styles), 'utf8');
  if (!tokens.includes(FONT)) throw new Error(`tokens.css does not name ${FONT}`);
  const font = readFileSync(new URL(FONT, styles)).toString('base64');
  return tokens.replace(FONT, `data:font/woff2;base64,${font}`);
}
