import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { securityTxt } from './security-txt.ts';

const siteUrl = 'https://www.roadaid.example';
const company = { ...PLACEHOLDER_COMPANY, email: 'hello@roadaid.example' };

test('names a contact, the language and, under https only (RFC 9116), its own address', () => {
  const lines = securityTxt({ siteUrl, company }).split('\n');
  expect(lines).toContain('Contact: mailto:hello@roadaid.example');
  expect(lines).toContain('Preferred-Languages: en');
  expect(lines).toContain(`Canonical: ${siteUrl}/.well-known/security.txt`);
  expect(securityTxt({ siteUrl: 'http://localhost:3000', company })).not.toContain('Canonical');
});

test.each(['2026-05-05', '2028-02-29', '2031-12-31'])(
  'is the same all day of %s, and expires within a year',
  (day) => {
    const [first, last] = [new Date(`${day}T00:00:01Z`), new Date(`${day}T23:59:59Z`)];
    const text = securityTxt({ siteUrl, company }, first);
    expect(securityTxt({ siteUrl, company }, last)).toBe(text);
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
    const days = (expires - last.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(364);
  },
);
