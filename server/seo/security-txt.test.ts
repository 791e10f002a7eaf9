import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { securityTxt } from './crawl-files.ts';

const DAY_MS = 86_400_000;
const company = { ...PLACEHOLDER_COMPANY, email: 'hello@roadaid.example' };
const https = { siteUrl: 'https://www.roadaid.example', company };

function expiry(text: string): number {
  return Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
}

test('it names a contact, its own address and the language', () => {
  const lines = securityTxt(https).split('\n');
  expect(lines).toContain('Contact: mailto:hello@roadaid.example');
  expect(lines).toContain('Canonical: https://www.roadaid.example/.well-known/security.txt');
  expect(lines).toContain('Preferred-Languages: en');
});

test('it expires in the future and within a year, whenever it is fetched', () => {
  for (const now of [
    new Date(),
    new Date('2028-02-29T23:59:59Z'),
    new Date('2031-12-31T00:00:00Z'),
  ]) {
    const ahead = expiry(securityTxt(https, now)) - now.getTime();
    expect(ahead).toBeGreaterThan(30 * DAY_MS);
    expect(ahead).toBeLessThan(365 * DAY_MS);
  }
});

test('it stays the same for a day', () => {
  expect(securityTxt(https, new Date('2026-05-05T00:00:01Z'))).toBe(
    securityTxt(https, new Date('2026-05-05T23:59:59Z')),
  );
});

test('a plain http site gives no canonical address, which the RFC wants to be https', () => {
  expect(securityTxt({ ...https, siteUrl: 'http://localhost:3000' })).not.toContain('Canonical');
});
