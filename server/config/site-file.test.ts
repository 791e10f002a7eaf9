import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';

/** The configuration of a site file with this content, and nothing else. */
function read(content: unknown, environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'site-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'site.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readConfig({ SITE_FILE: file, ...environment });
}

function faultsOf(content: unknown): string[] {
  try {
    read(content);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

test('the example of the documents is a site file', () => {
  const config = readConfig({ SITE_FILE: 'docs/site.example.json' });
  expect(config.company).toMatchObject({ name: 'Example Motor Claims', vat: 'GB 123 4567 89' });
  expect(config.redirects.get('/about-us.html')).toBe('/about');
});

test('every key may be left out, and the defaults hold', () => {
  const { company, ...rest } = read({});
  const bare = readConfig({});
  expect(company).toEqual(bare.company);
  expect({ ...rest, siteFile: null }).toEqual({ ...bare, company: undefined, siteFile: null });
});

test('a fact from the environment wins over the file', () => {
  const company = { name: 'File', email: 'file@example.com' };
  const config = read({ company }, { COMPANY_NAME: 'Environment' });
  expect(config.company).toMatchObject({ name: 'Environment', email: 'file@example.com' });
});

test('everything wrong in the file is reported at once, by its path and without the value', () => {
  const faults = faultsOf({
    company: { phone: 'canary', vat: 'canary', people: [{ name: 'Ann' }], colour: 'canary' },
    testimonials: [{ name: 'A', text: 'B', rating: 6 }],
    faq: [{ question: 'Why?', answer: '' }],
    legal: { termsFrom: '1 May 2026' },
    redirects: { old: '/about' },
    blog: { fields: { body: 'canary', slug: 'a.b', title: 'a.b' }, locale: 'canary!' },
    canary: 'x',
  });
  expect(faults.map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual([
    'SITE_FILE company.phone',
    'SITE_FILE company.vat',
    'SITE_FILE company.people[0].role',
    'SITE_FILE company.colour',
    'SITE_FILE testimonials[0].rating',
    'SITE_FILE faq[0].answer',
    'SITE_FILE legal.termsFrom',
    'SITE_FILE redirects.old',
    'SITE_FILE blog.fields.title',
    'SITE_FILE blog.fields.slug',
    'SITE_FILE blog.fields.body',
    'SITE_FILE blog.locale',
    'SITE_FILE canary',
  ]);
  expect(faults.join('\n').replace('SITE_FILE: canary:', '')).not.toContain('canary');
});

test.each([
  ['a file that is not there', { SITE_FILE: '/nonexistent/site.json' }],
  ['a folder', { SITE_FILE: '.' }],
])('%s stops the start by the name of the variable', (_what, environment) => {
  expect(() => readConfig(environment)).toThrow(/^SITE_FILE: takes a file that can be read/);
});

test('a file that is not JSON is refused with the position of the fault, without its text', () => {
  expect(faultsOf('{ "company": canary }')).toEqual([
    expect.stringMatching(/^SITE_FILE: takes JSON/),
  ]);
  expect(faultsOf('{ "company": canary }').join()).not.toContain('canary');
  expect(faultsOf('[]')).toEqual(['SITE_FILE: the file: takes an object']);
});

test('redirects lead to the end of a chain, by any spelling of the old path', () => {
  const { redirects } = read({
    redirects: {
      '/a.html': '/b.html',
      '/b.html': '/About/',
      '/%C3%BCber': '/#faq',
      '/blogs/old-post': '/blogs/new-post',
      '/shop': 'https://shop.example.com/x?y=z',
    },
  });
  expect(Object.fromEntries(redirects)).toEqual({
    '/a.html': '/about',
    '/b.html': '/about',
    '/über': '/#faq',
    '/blogs/old-post': '/blogs/new-post',
    '/shop': 'https://shop.example.com/x?y=z',
  });
});

test.each([
  ['a circle', { '/a': '/b', '/b': '/a' }, 2],
  ['itself', { '/a': '/a' }, 1],
  ['a page that does not exist', { '/a': '/no-such-page' }, 1],
  ['a page of the site as the old address', { '/About': '/contact' }, 1],
  ['an endpoint as the old address', { '/contact.php': '/contact' }, 1],
  ['another protocol', { '/a': 'javascript:alert(1)' }, 1],
  ['another host by two slashes', { '/a': '//evil.example' }, 1],
])('a redirect to or from %s stops the start', (_what, redirects, count) => {
  expect(faultsOf({ redirects })).toHaveLength(count);
});
