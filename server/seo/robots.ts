import type { Config } from '../config/config.ts';

/**
 * Writes robots.txt (RFC 9309). It closes staging to every crawler, and then names no sitemap.
 * @param disallowed paths for machines and form posts, with nothing to index
 */
export function robotsTxt(
  config: Pick<Config, 'siteUrl' | 'allowIndexing'>,
  disallowed: readonly string[],
): string {
  const rules = config.allowIndexing ? disallowed.flatMap(rulesOf) : ['/'];
  const lines = ['User-agent: *', ...rules.map((path) => `Disallow: ${path}`)];
  if (config.allowIndexing) lines.push('', `Sitemap: ${config.siteUrl}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

/** A rule counts for whatever begins with it: `/search` would hide a page at `/search-and-rescue`. */
const rulesOf = (path: string) => (path.endsWith('/') ? [path] : [`${path}$`, `${path}?`]);
