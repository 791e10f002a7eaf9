import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { photo } from '../support/full-site-file.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { temporaryFolder } from '../support/site-file.ts';
import { spawnSite, startSiteProcess } from '../support/site-process.ts';
import { callbackFields } from '../support/typed.ts';

/** Starts a site with a site file, and returns what its owner can do. */
async function startOwned(content: object, environment: Record<string, string> = {}) {
  const file = join(temporaryFolder(), 'site.json');
  const write = (text: string) => writeFileSync(file, text);
  write(JSON.stringify(content));
  const site = await startSite({ SITE_FILE: file, ...environment });
  await site.prepare();
  return { site, file, write, edit: (next: object) => write(JSON.stringify(next)) };
}

const logged = ({ lines }: TestSite, words: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(words));

const TAKEN = 'its new content is live';
const REFUSED = 'was not applied';

/** Resolves when the site has logged these words, so many times. */
const said = (site: TestSite, words: string, times = 1) =>
  expect.poll(() => logged(site, words).length, { timeout: 15_000 }).toBe(times);

const BEFORE = {
  company: { name: 'Before Ltd', email: 'before@example.com', phone: '020 7946 0001' },
  claims: { claimWeeks: '2-4' },
  legal: { termsFrom: '2024-05-01' },
  redirects: { '/old': '/about' },
};
const AFTER = {
  company: { name: 'After & <Co>', email: 'after@example.com', phone: '020 7946 0002' },
  claims: { claimWeeks: '7' },
  legal: { termsFrom: '2026-05-01' },
  redirects: { '/older': '/contact' },
  faq: [{ question: 'Is this new?', answer: 'It is.' }],
};

/** Outputs that name the company or its facts, and their words. */
const OUTPUTS: readonly (readonly [path: string, before: string, after: string])[] = [
  ['/', 'Before Ltd', 'After &amp; &lt;Co&gt;'],
  ['/', '2–4\u00a0weeks', '7\u00a0weeks'],
  ['/', '"name":"Before Ltd"', '"name":"After & \\u003cCo>"'],
  ['/', '020 7946 0001', '020 7946 0002'],
  ['/terms', '1 May 2024', '1 May 2026'],
  ['/feed.xml', 'Before Ltd', 'After &amp; &lt;Co&gt;'],
  ['/manifest.webmanifest', '"name":"Before Ltd"', '"name":"After & <Co>"'],
  ['/.well-known/security.txt', 'before@example.com', 'after@example.com'],
  ['/service-worker.js', 'Before Ltd', 'After &amp; &lt;Co&gt;'],
  ['/no-such-page', 'Before Ltd', 'After &amp; &lt;Co&gt;'],
];

test('an edit of the site file is taken in without a restart, by every output', async () => {
  const { site, edit } = await startOwned(BEFORE);
  const read = async (path: string, headers = {}) => {
    const answer = await fetch(site.url + path, { redirect: 'manual', headers });
    return { text: await answer.text(), headers: answer.headers, status: answer.status };
  };
  for (const [path, before, after] of OUTPUTS) {
    const { text } = await read(path);
    expect(text, path).toContain(before);
    expect(text, path).not.toContain(after);
  }
  const { etag } = Object.fromEntries((await read('/')).headers) as { etag: string };
  expect((await read('/', { 'if-none-match': etag })).status).toBe(304);

  edit(AFTER);
  await said(site, TAKEN);
  for (const [path, before, after] of OUTPUTS)
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { text } = await read(path, { 'accept-encoding': encoding });
      expect(text, path).toContain(after);
      expect(text, path).not.toContain(before);
    }
  expect((await read('/', { 'if-none-match': etag })).status).toBe(200);
  expect((await read('/')).text).toContain('Is this new?');
  expect((await read('/old')).status).toBe(404);
  expect((await read('/older')).headers.get('location')).toBe('/contact');
});

test('no request fails while edits apply, and limits of clients stay as they were', async () => {
  const { site, edit } = await startOwned(BEFORE, { CONTACT_RATE_LIMIT: '1' });
  const send = () =>
    fetch(`${site.url}/contact.php`, {
      method: 'POST',
      body: new URLSearchParams(callbackFields({})),
    });
  expect((await send()).status).toBe(200);
  const statuses = new Set<number>();
  let isOver = false;
  const visitor = async (path: string) => {
    while (!isOver) {
      const answer = await fetch(site.url + path);
      statuses.add(answer.status);
      await answer.text();
    }
  };
  const visitors = Promise.all(['/', '/blogs', '/about?x=1', '/sitemap.xml'].map(visitor));
  for (const [times, next] of [AFTER, BEFORE, AFTER].entries()) {
    edit(next);
    await said(site, TAKEN, times + 1);
  }
  isOver = true;
  await visitors;
  expect([...statuses]).toEqual([200]);
  expect((await send()).status).toBe(429);
});

test('an invalid edit changes nothing and is logged once, by path without the value', async () => {
  const { site, write, edit } = await startOwned(BEFORE);
  const home = async () => (await fetch(site.url)).text();
  const before = await home();
  const company = { name: 'After', email: 'canary' };
  const bad: [text: string, fault: string][] = [
    [JSON.stringify({ company }), 'company.email: must be an email address'],
    [
      JSON.stringify({ redirects: { '/canary': '/robots.txt' } }),
      'redirects./canary: must lead to a page',
    ],
    [
      JSON.stringify({ redirects: { '/robots.txt': '/about' } }),
      'redirects./robots.txt: cannot be',
    ],
    ['{ "company": { "name": "canary"', 'is not valid YAML'],
  ];
  for (const [times, [text, fault]] of bad.entries()) {
    write(text);
    await said(site, REFUSED, times + 1);
    expect(logged(site, REFUSED)[times].faults.join()).toContain(`SITE_FILE: ${fault}`);
    expect(await home()).toBe(before);
  }
  expect(site.lines.join('').replaceAll('redirects./canary', '')).not.toContain('canary');
  edit(AFTER);
  await said(site, TAKEN);
  expect(logged(site, REFUSED)).toHaveLength(bad.length);
  expect(await home()).not.toBe(before);
});

test('a site file that appears is applied, and one that is gone changes nothing', async () => {
  const SITE_DIR = join(temporaryFolder(), 'site');
  const site = await startSite({ SITE_DIR });
  const home = async () => (await fetch(site.url)).text();
  mkdirSync(SITE_DIR);
  writeFileSync(join(SITE_DIR, 'site.yaml'), 'company:\n  name: Field & Sons\n');
  await said(site, TAKEN);
  expect(await home()).toContain('Field &amp; Sons');
  rmSync(SITE_DIR, { recursive: true });
  await said(site, REFUSED);
  expect(await home()).toContain('Field &amp; Sons');
});

test('a photo that is replaced is served without an edit of the site file', async () => {
  const { site, file, edit } = await startOwned(BEFORE);
  const folder = join(dirname(file), 'photos');
  mkdirSync(folder);
  writeFileSync(join(folder, 'about-600.webp'), photo(600, 400));
  edit({ ...AFTER, photos: { about: 'Our yard in the rain' } });
  await said(site, REFUSED);
  writeFileSync(join(folder, 'about-1200.webp'), photo(1200, 800));
  await said(site, TAKEN);
  const replacement = Buffer.concat([photo(600, 400), Buffer.from('new')]);
  writeFileSync(join(folder, 'about-600.webp'), replacement);
  await said(site, TAKEN, 2);
  const response = await fetch(`${site.url}/photos/about-600.webp`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(replacement);
});

/** Kinds of things in a file's place, each with how it is made. */
const NO_FILES: readonly (readonly [what: string, make: (path: string) => unknown])[] = [
  ['a folder', mkdirSync],
  ['a named pipe', (path) => execFileSync('mkfifo', [path])],
  ['a device without an end', (path) => symlinkSync('/dev/zero', path)],
];

test.each(NO_FILES)(
  'a site file that becomes %s is refused until it is a file',
  async (_, make) => {
    const { site, file, edit } = await startOwned(BEFORE);
    const home = async () => (await fetch(site.url)).text();
    const before = await home();
    rmSync(file);
    make(file);
    await said(site, REFUSED);
    expect(logged(site, REFUSED)[0].faults).toEqual([
      'SITE_FILE: the file cannot be read (it is not a regular file)',
    ]);
    expect(await home()).toBe(before);
    rmSync(file, { recursive: true });
    edit(AFTER);
    await said(site, TAKEN);
    expect(logged(site, REFUSED)).toHaveLength(1);
    expect(await home()).toContain('After &amp; &lt;Co&gt;');
  },
);

test.each(NO_FILES)('a photo that becomes %s is refused with the edit', async (_, make) => {
  const { site, file, edit } = await startOwned(BEFORE);
  mkdirSync(join(dirname(file), 'photos'));
  make(join(dirname(file), 'photos/about-600.webp'));
  edit({ ...AFTER, photos: { about: 'Our yard' } });
  await said(site, REFUSED);
  expect(logged(site, REFUSED)[0].faults[0]).toMatch(/^SITE_FILE: photos.about: .* regular file/);
  edit(AFTER);
  await said(site, TAKEN);
});

test.each(NO_FILES)('a start with %s for a site file exits 1 with one line', async (_, make) => {
  const file = join(temporaryFolder(), 'site.json');
  make(file);
  for (const program of ['dist/server/start.js', 'dist/server/golive.js']) {
    const { ended, output } = await spawnSite({ SITE_FILE: file }, [], program);
    expect(await ended, program).toBe(1);
    expect(output(), program).toMatch(
      /^SITE_FILE: the file cannot be read \(it is (?:not a regular file|a folder, or .*)\)\n$/,
    );
  }
});

test('at New Year the years since the foundation move on without a restart', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 11, 31, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const { site } = await startOwned({ company: { founded: 2017 } });
  const about = async () => (await fetch(`${site.url}/about`)).text();
  expect(await about()).toContain('2017-2026');
  expect(await about()).toContain('5+ years of experience');
  vi.setSystemTime(new Date(2027, 0, 1, 12));
  await said(site, TAKEN);
  expect(await about()).toContain('2017-2027');
  expect(await about()).toContain('10+ years of experience');
});

test('a link that is swapped is followed, by the site as it is started too', async () => {
  const folder = temporaryFolder();
  const mount = (name: string, content: object) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'site.json'), JSON.stringify(content));
    // As Kubernetes swaps a ConfigMap: a new link is renamed over the old one.
    symlinkSync(name, join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  };
  mount('..1', BEFORE);
  symlinkSync(join('..data', 'site.json'), join(folder, 'site.json'));
  const site = await startSiteProcess(
    { SITE_FILE: join(folder, 'site.json') },
    [],
    'dist/server/start.js',
  );
  const home = async () => (await fetch(site.url)).text();
  expect(await home()).toContain('Before Ltd');
  mount('..2', AFTER);
  await expect.poll(home, { timeout: 15_000 }).toContain('After &amp; &lt;Co&gt;');
  expect(site.output()).not.toMatch(/ERR_ACCESS_DENIED|"level":50/);
});
