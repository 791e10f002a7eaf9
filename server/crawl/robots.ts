import type { Config } from '../config.ts';

/** Addresses for machines and form posts, with nothing to index. */
const NOT_FOR_CRAWLERS = [
  '/api/',
  '/contact.php',
  '/healthz',
  '/preview',
  '/readyz',
  '/reports',
  '/vitals',
  '/webhooks/',
];

/** robots.txt (RFC 9309). Staging is closed altogether and names no sitemap. */
export function robotsTxt(config: Pick<Config, 'siteUrl' | 'allowIndexing'>): string {
  const rules = config.allowIndexing ? NOT_FOR_CRAWLERS : ['/'];
  const lines = ['User-agent: *', ...rules.map((path) => `Disallow: ${path}`)];
  if (config.allowIndexing) lines.push('', `Sitemap: ${config.siteUrl}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}
