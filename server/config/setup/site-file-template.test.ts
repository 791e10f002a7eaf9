import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { photo } from '../../../test/support/full-site-file.ts';
import { startSite } from '../../../test/support/site.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { CLAIM_DEFINITIONS } from '../claims/claims.ts';
import { readConfig } from '../config.ts';
import { SiteFile } from '../site-file/site-file-schema.ts';
import { siteFileTemplate } from './site-file-template.ts';

const { company, legal } = JSON.parse(readFileSync('test/support/example-site.json', 'utf8'));

/** Values by the name of the setting, for those that the template leaves open. */
const VALUES: Record<string, unknown> = {
  ...company,
  ...legal,
  lineHours: company.officeHours,
  seat: 'scotland',
  h1: 'A headline',
  lead: 'What is below it',
  rating: 5,
  'reviews.rating': '4.8 out of 5',
  question: 'Is it so?',
  answer: 'It is.',
  source: 'Reviews, May 2026',
  text: 'Very good.',
  role: 'Director',
  photo: 'ann',
  street: '1 Street',
  locality: 'London',
  region: 'Greater London',
  postcode: 'EC1A 1AA',
  url: 'https://www.ann.co.uk/x',
  opens: '09:00',
  closes: '17:00',
  days: ['Monday'],
  primary: '#00573f',
  accent: '#ffd21f',
  mark: 'mark.svg',
  subtitle: 'Claims',
  claimWeeks: '2-4',
  vehicleGrade: 'A',
  name: 'Ann',
  number: '01234567',
};

/** Fills in what is open, by the name of each key. */
function fillIn(map: YAMLMap, parent = ''): void {
  for (const pair of map.items) {
    const key = String(pair.key);
    const value = pair.value as Node | null;
    if (isMap(value)) fillIn(value, key);
    else if (isSeq(value) && value.items.length > 0)
      for (const item of value.items.filter(isMap)) fillIn(item);
    else if (!isScalar(value) || value.value === null)
      map.set(
        key,
        VALUES[`${parent}.${key}`] ??
          VALUES[key] ??
          (key in CLAIM_DEFINITIONS ? 3 : 'Our yard in the rain'),
      );
  }
}

describe('siteFileTemplate', () => {
  test('is a site file in which nothing is set', () => {
    const SITE_DIR = temporaryFolder();
    writeFileSync(join(SITE_DIR, 'site.yaml'), siteFileTemplate('../docs/site.schema.json'));
    const { company: shown, testimonials } = readConfig({ SITE_DIR });
    expect(shown.name).toBe('Kerbside');
    expect(testimonials).toEqual([]);
  });

  test('names every setting and claim, each claim with a line that explains it', () => {
    const lines = siteFileTemplate(null).split('\n');
    const names = Object.keys(SiteFile.shape).filter((key) => key !== '$schema');
    for (const name of names)
      expect(
        lines.some((line) => new RegExp(`^(# )?${name}:`).test(line)),
        name,
      ).toBe(true);
    for (const [claim, { ask }] of Object.entries(CLAIM_DEFINITIONS)) {
      const index = lines.findIndex((line) => line.startsWith(`  # ${claim}:`));
      expect(lines[index - 1], claim).toBe(`  ## ${ask}`);
    }
  });

  test('starts the site with every line uncommented and filled in', async () => {
    const SITE_DIR = temporaryFolder();
    const text = siteFileTemplate(null).replace(/^( *)# (?!#)/gm, '$1');
    const yaml = parseDocument(text);
    expect(yaml.errors).toEqual([]);
    fillIn(yaml.contents as YAMLMap);
    writeFileSync(join(SITE_DIR, 'site.yaml'), yaml.toString());
    writeFileSync(join(SITE_DIR, 'mark.svg'), '<svg viewBox="0 0 8 8"/>');
    mkdirSync(join(SITE_DIR, 'photos'));
    for (const page of [...Object.keys(SiteFile.shape.photos.unwrap().shape), 'ann'])
      for (const width of [600, 1200])
        writeFileSync(
          join(SITE_DIR, 'photos', `${page}-${width}.webp`),
          photo(width, (width * 2) / 3),
        );
    const { url } = await startSite({ SITE_DIR });
    expect(await (await fetch(url)).text()).toContain('A headline');
  });

  test('leads editors to the schema', () => {
    const [first = ''] = siteFileTemplate('../docs/site.schema.json').split('\n');
    const [, path = ''] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? [];
    expect(existsSync(resolve('site', path))).toBe(true);
  });
});
