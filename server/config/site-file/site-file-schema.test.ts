import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../config.ts';

/** The configuration of a site file with this content, and nothing else. */
function read(content: unknown, environment: Record<string, string> = {}) {
  const file = join(temporaryFolder(), 'site.json');
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(file, isRaw ? content : JSON.stringify(content));
  return readConfig({ SITE_FILE: file, ...environment });
}

function faultsOf(content: unknown, environment: Record<string, string> = {}): string[] {
  try {
    read(content, environment);
  } catch (error) {
    const isOneLine = typeof content === 'object' && !Buffer.isBuffer(content);
    const { message } = error as Error;
    return (isOneLine ? message.replaceAll(/ \(line 1\)$/gm, '') : message).split('\n');
  }
  return [];
}

test('every key may be left out, and the defaults hold', () => {
  const bare = readConfig({ SITE_DIR: temporaryFolder() });
  const { siteDir, siteFileName, siteFileText } = bare;
  expect({ ...read({}), siteDir, siteFileName, siteFileText }).toEqual(bare);
});

test('a fact from the environment wins over the file', () => {
  const company = { name: 'File', email: 'file@example.com' };
  const config = read({ company }, { COMPANY_NAME: 'Environment' });
  expect(config.company).toMatchObject({ name: 'Environment', email: 'file@example.com' });
});

test('reports every issue by its path, never by its value', () => {
  const faults = faultsOf({
    company: {
      phone: 'canary',
      whatsapp: '020 7946 0777 ext 5',
      vat: 'canary',
      people: [{ name: 'Ann' }],
      founded: new Date().getFullYear() + 1,
      colour: 'canary',
      seat: 'canary',
    },
    claims: { replacementHours: 0, claimWeeks: 'canary', noExcess: 1, canary: 'canary' },
    testimonials: [{ name: 'A', text: 'B', rating: 6 }],
    faq: [{ question: 'Why?', answer: '' }],
    legal: { termsFrom: '1 May 2026' },
    redirects: { old: '/about' },
    brand: { primary: 'canary', mark: 'canary' },
    headings: {
      canary: { h1: 'A' },
      'blog-post': { h1: 'A' },
      home: { h1: 'A'.repeat(81), h2: 'A' },
      'credit-hire': { lead: ' ' },
    },
    canary: 'x',
  });
  expect(faults.map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual([
    'SITE_FILE company.phone',
    'SITE_FILE company.whatsapp',
    'SITE_FILE company.vat',
    'SITE_FILE company.founded',
    'SITE_FILE company.seat',
    'SITE_FILE company.people[0].role',
    'SITE_FILE company.colour',
    'SITE_FILE claims.claimWeeks',
    'SITE_FILE claims.replacementHours',
    'SITE_FILE claims.noExcess',
    'SITE_FILE claims.canary',
    'SITE_FILE brand.primary',
    'SITE_FILE brand.mark',
    'SITE_FILE headings.home.h1',
    'SITE_FILE headings.home.h2',
    'SITE_FILE headings.credit-hire.lead',
    'SITE_FILE headings.canary',
    'SITE_FILE headings.blog-post',
    'SITE_FILE testimonials[0].rating',
    'SITE_FILE faq[0].answer',
    'SITE_FILE legal.termsFrom',
    'SITE_FILE redirects.old',
    'SITE_FILE canary',
  ]);
  for (const fault of faults)
    expect(fault).toMatch(/: (.*must .*|is not a setting that the site file can have)$/);
  expect(
    faults.join('\n').replaceAll(/SITE_FILE: (claims\.|headings\.)?canary:/g, ''),
  ).not.toContain('canary');
});

test('takes line breaks in what has paragraphs only, and control characters nowhere', () => {
  const [short, long] = ['One\nTwo', 'One\u001bTwo'];
  const faults = faultsOf({
    company: {
      name: short,
      headOffice: short,
      headOfficeParts: { street: short, locality: 'Town', postcode: 'EC1A 1AA' },
      places: [short],
      people: [{ name: 'Ann', role: short }],
      history: ['One\n\nTwo', long],
    },
    claims: { makes: [short] },
    headings: { home: { h1: short, lead: short } },
    testimonials: [{ name: short, text: 'One\r\nTwo', rating: 5 }],
    faq: [
      { question: short, answer: 'One\nTwo' },
      { question: 'Why?', answer: long },
    ],
    photos: { about: 'A car\non a road', home: { alt: 'A car', caption: short } },
  });
  const line = 'must be one line, without control characters';
  expect(faults).toEqual([
    `SITE_FILE: company.name: ${line}`,
    `SITE_FILE: company.headOffice: ${line}`,
    `SITE_FILE: company.headOfficeParts.street: ${line}`,
    `SITE_FILE: company.places[0]: ${line}`,
    'SITE_FILE: company.history[1]: must not have control characters',
    `SITE_FILE: company.people[0].role: ${line}`,
    `SITE_FILE: claims.makes[0]: ${line}`,
    `SITE_FILE: headings.home.h1: ${line}`,
    `SITE_FILE: headings.home.lead: ${line}`,
    `SITE_FILE: testimonials[0].name: ${line}`,
    `SITE_FILE: faq[0].question: ${line}`,
    'SITE_FILE: faq[1].answer: must not have control characters',
    `SITE_FILE: photos.home.caption: ${line}`,
    `SITE_FILE: photos.about: ${line}`,
  ]);
});

test.each([
  ['a file that is not there', { SITE_FILE: '/nonexistent/site.json' }],
  ['a folder', { SITE_FILE: '.' }],
])('%s stops the start by the name of the variable', (_what, environment) => {
  expect(() => readConfig(environment)).toThrow(/^SITE_FILE: the file cannot be read/);
});

describe('SITE_FILE', () => {
  test.each([
    ['company: canary: a', 'put a text that contains a colon in quotes', 1],
    ['company:\n\tname: canary', 'use spaces in place of tabs', 2],
    ['company:\n  name: canary\n  name: b', 'the same key is there twice', 3],
    ['proof: true\n---\nproof: false', 'remove the line ---', 2],
  ])('refuses %j with advice and its line, without its text', (text, advice, line) => {
    expect(faultsOf(text)).toEqual([`SITE_FILE: is not valid YAML: ${advice} (line ${line})`]);
  });

  test('names the line of each wrong value and unknown key', () => {
    const text = `company:
  name: Smith
  number: 01234567
  people:
    - name: Ann
      role: Director
    - name: Bob
  colour: green
claims:
  noExcess: yes
redirects:
  /old: /no/such/page
`;
    expect(faultsOf(text)).toEqual([
      'SITE_FILE: company.number: must be a text: put it in quotes (line 3)',
      'SITE_FILE: company.people[1].role: must be a text (line 7)',
      'SITE_FILE: company.colour: is not a setting that the site file can have (line 8)',
      'SITE_FILE: claims.noExcess: must be true or false, or null (line 10)',
    ]);
    expect(faultsOf('# Old\nredirects:\n  /old: /no/such/page\n')).toEqual([
      'SITE_FILE: redirects./old: must lead to a page of this site or to an https address (line 3)',
    ]);
  });

  test('refuses a file without settings and a bomb of aliases', () => {
    expect(faultsOf('[]')).toEqual([
      'SITE_FILE: the file: must be a list of settings with their names (line 1)',
    ]);
    const bomb = Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}]`);
    bomb[0] = 'a0: &a0 [x]';
    expect(faultsOf(bomb.join('\n'))).toEqual([
      'SITE_FILE: has an alias (*) of no text, or too many of them',
    ]);
    expect(faultsOf('company: *none')).toEqual(faultsOf(bomb.join('\n')));
  });

  test('takes JSON with tabs and a byte order mark, and a file of comments alone', () => {
    const json = '\uFEFF{\n\t"company": {\n\t\t"name": "Smith"\n\t}\n}';
    expect(read(json).company.name).toBe('Smith');
    expect(read('# company:\n').company.name).toBe('Kerbside');
  });
});

describe('SITE_DIR', () => {
  const inFolder = (files: Record<string, string>, environment: Record<string, string> = {}) => {
    const folder = temporaryFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return readConfig({ SITE_DIR: folder, ...environment });
  };

  test('holds site.yaml, otherwise site.json, otherwise what SITE_FILE names', () => {
    const files = {
      'site.yaml': 'company: { name: Yaml }',
      'site.json': '{"company":{"name":"Json"}}',
      'other.yaml': 'company: { name: Other }',
    };
    expect(inFolder(files).company.name).toBe('Yaml');
    expect(inFolder({ ...files, 'site.yaml': '' }).company.name).toBe('Kerbside');
    expect(inFolder({ 'site.json': files['site.json'] }).company.name).toBe('Json');
    expect(inFolder(files, { SITE_FILE: 'other.yaml' }).company.name).toBe('Other');
  });

  test('may be missing or empty, but may be no file and not lack what SITE_FILE names', () => {
    expect(inFolder({}).company.name).toBe('Kerbside');
    expect(readConfig({ SITE_DIR: '/nonexistent' }).siteDir).toBe('/nonexistent');
    expect(() => readConfig({ SITE_DIR: 'package.json' })).toThrow(/^SITE_FILE: .*ENOTDIR/);
    expect(() => inFolder({}, { SITE_FILE: 'site.yaml' })).toThrow(/^SITE_FILE: .*ENOENT/);
  });
});

test('refuses a file in another encoding than UTF-8: it would show other characters', () => {
  const latin1 = Buffer.from('{\n  "company": { "name": "Café" }\n}', 'latin1');
  expect(faultsOf(latin1)).toEqual([
    'SITE_FILE: has characters that are not UTF-8: save it with this encoding (line 2)',
  ]);
});

test('redirects lead to the end of a chain, by any spelling of the old path', () => {
  const { redirects } = read({
    redirects: {
      '/a.html': '/b.html',
      '/b.html': '/About/',
      '/%C3%BCber': '/#faq',
      '/blogs/old-post': '/blogs/new-post',
      '/taxis.html': '/Taxi-Drivers/#questions',
      '/c.html': '/B.html/#top',
      '/shop': 'https://shop.example.com/x?y=z',
    },
  });
  expect(Object.fromEntries(redirects)).toEqual({
    '/a.html': '/about',
    '/b.html': '/about',
    '/über': '/#faq',
    '/blogs/old-post': '/blogs/new-post',
    '/taxis.html': '/taxi-drivers#questions',
    '/c.html': '/about',
    '/shop': 'https://shop.example.com/x?y=z',
  });
});

const OWN_ORIGIN = { SITE_URL: 'https://www.kerbside.example' };

test.each([
  ['https://www.kerbside.example/About/#people', '/about#people'],
  ['https://kerbside.example/about?from=old', '/about'],
  ['https://www.kerbside.example', '/'],
  ['https://shop.kerbside.example/about', 'https://shop.kerbside.example/about'],
])('counts the redirect target %s of the own origin as %s', (target, location) => {
  const { redirects } = read({ redirects: { '/a': target } }, OWN_ORIGIN);
  expect(redirects.get('/a')).toBe(location);
});

test.each([
  { '/a': 'https://www.kerbside.example/a' },
  { '/a': 'https://kerbside.example/A/' },
  { '/a': 'https://www.kerbside.example/a?again=1' },
])('refuses %j, which leads back to itself by the own origin', (redirects) => {
  expect(faultsOf({ redirects }, OWN_ORIGIN)).toEqual([
    'SITE_FILE: redirects./a: leads back to itself',
  ]);
});

test.each([
  ['/about#日', '/about#%E6%97%A5'],
  ['/about#50%-off', '/about#50%-off'],
  ['/about#a%20b', '/about#a%20b'],
  ['/feed.xml#日', '/feed.xml#%E6%97%A5'],
  ['/blogs/日本語', '/blogs/%E6%97%A5%E6%9C%AC%E8%AA%9E'],
  ['/blogs/%E6%97%A5', '/blogs/%E6%97%A5'],
  ['https://example.com/what’s-new', 'https://example.com/what%E2%80%99s-new'],
  [
    'https://example.com/?q=%E6%97%A5&p=日#日',
    'https://example.com/?q=%E6%97%A5&p=%E6%97%A5#%E6%97%A5',
  ],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://example.com', 'https://example.com/'],
])('a redirect to %s is written into a header as %s', (target, location) => {
  expect(read({ redirects: { '/a': target } }).redirects.get('/a')).toBe(location);
});

test.each([
  ['/日', '/日'],
  ['/%E6%97%A5', '/日'],
  ['/what’s-new', '/what’s-new'],
  ['/50%-off', '/50%-off'],
  ['/50%25-off', '/50%-off'],
])('the old address %s may be written decoded or encoded', (from, path) => {
  expect([...read({ redirects: { [from]: '/about' } }).redirects.keys()]).toEqual([path]);
});

test.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\n'])(
  'refuses the control character %j in a redirect and escapes it in the message',
  (control) => {
    for (const redirects of [
      { '/a': `/about#${control}` },
      { '/a': `/about${control}` },
      { '/a': `https://example.com/${control}x` },
      { [`/a${control}`]: '/about' },
      { [`/a${encodeURIComponent(control)}`]: '/about' },
    ]) {
      const [fault, ...others] = faultsOf({ redirects });
      expect(others, JSON.stringify(redirects)).toEqual([]);
      expect(fault).toMatch(
        /^SITE_FILE: redirects\.\/a[^\p{Cc}]*: [^\p{Cc}]*(must|is) [^\p{Cc}]*$/u,
      );
    }
  },
);

test.each([
  ['a circle', { '/a': '/b', '/b': '/a' }, 2],
  ['a circle of other spellings', { '/a/': '/B#x', '/b': '/A' }, 2],
  ['itself', { '/a': '/a' }, 1],
  ['a page that does not exist', { '/a': '/no/such/page' }, 1],
  ['an endpoint', { '/a': '/healthz' }, 1],
  ['a page of the site as the old address', { '/About': '/contact' }, 1],
  ['an old address that no request can have', { '/caf%E9': '/about' }, 1],
  ['an old address that is encoded twice', { '/caf%25C3%25A9': '/about' }, 1],
  ['another protocol', { '/a': 'javascript:alert(1)' }, 1],
  ['another host by two slashes', { '/a': '//evil.example' }, 1],
])('a redirect to or from %s stops the start', (_what, redirects, count) => {
  expect(faultsOf({ redirects })).toHaveLength(count);
});
