import type { Config } from '../config/config.ts';

/**
 * robots.txt (RFC 9309). Staging is closed altogether and names no sitemap.
 * @param closed addresses for machines and form posts, with nothing to index
 */
export function robotsTxt(
  config: Pick<Config, 'siteUrl' | 'allowIndexing'>,
  closed: readonly string[],
): string {
  const rules = config.allowIndexing ? closed : ['/'];
  const lines = ['User-agent: *', ...rules.map((path) => `Disallow: ${path}`)];
  if (config.allowIndexing) lines.push('', `Sitemap: ${config.siteUrl}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}
