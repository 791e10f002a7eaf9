import type { Config } from '../config/config.ts';

/** Less than a year (RFC 9116, section 2.5.5): half a year shows that the site is looked after. */
const VALID_FOR_DAYS = 180;

/**
 * Writes /.well-known/security.txt (RFC 9116). The expiry is counted from the response, so that a
 * process that runs for long never serves an expired file, and lies at midnight, so that the text
 * and its ETag change once a day.
 */
export function securityTxt(
  { siteUrl, company }: Pick<Config, 'siteUrl' | 'company'>,
  now = new Date(),
): string {
  const expires = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + VALID_FOR_DAYS),
  );
  const lines = [
    `Contact: mailto:${encodeURIComponent(company.email).replaceAll('%40', '@')}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
  ];
  // Section 2.5.2: a web address given here must be https.
  if (siteUrl.startsWith('https:')) lines.push(`Canonical: ${siteUrl}/.well-known/security.txt`);
  return `${lines.join('\n')}\n`;
}
