import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { postFile } from '../../../test/support/owner-folder.ts';
import { startSiteProcess } from '../../../test/support/site-process.ts';

/** Creates a folder in which the site runs, and in which nothing is configured. */
function createWorkingFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'owner-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'site'));
  return root;
}

function mount(...options: string[]): void {
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

const pageFile = (title: string, keys = '') =>
  `---\ntitle: ${title}\nsummary: In our words.\n${keys}---\nText of the page.\n`;

/**
 * Does what an owner does with a folder, and waits for each change on the site.
 * @param cwd the folder in which the site runs
 * @param folder the owner's folder as its owner sees it
 */
async function walk(cwd: string, folder: string): Promise<void> {
  const site = await startSiteProcess({}, [], resolve('dist/server/start.js'), cwd);
  const get = (path: string) => fetch(site.url + path, { redirect: 'manual' });
  const becomes = (path: string, status: number) =>
    expect.poll(async () => (await get(path)).status, { message: path }).toBe(status);
  const shows = (path: string, text: string) =>
    expect.poll(async () => (await get(path)).text(), { message: path }).toContain(text);
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => writeFileSync(path(name), text);

  expect(await (await get('/blogs')).text()).toContain('These posts are examples');
  cpSync('content/sample', folder, { recursive: true });
  await expect
    .poll(async () => (await get('/blogs')).text(), { message: 'the copied samples' })
    .not.toContain('These posts are examples');
  await becomes('/blogs/credit-hire-in-plain-english', 200);

  write('posts/2026-01-05-our-post.md', postFile('', 'Our first words.'));
  await shows('/blogs/our-post', 'Our first words.');
  write('pages/leeds.md', pageFile('Leeds', 'group: Areas\n'));
  await becomes('/leeds', 200);
  await shows('/', 'href="/leeds"');
  write('pages/about.md', pageFile('Who we are'));
  await shows('/about', 'Who we are</h1>');

  write('posts/2026-01-05-our-post.md', postFile('aliases: [our-post]\n', 'Our first words.'));
  renameSync(path('posts/2026-01-05-our-post.md'), path('posts/our-news.md'));
  await becomes('/blogs/our-news', 200);
  await becomes('/blogs/our-post', 301);
  expect((await get('/blogs/our-post')).headers.get('location')).toBe('/blogs/our-news');
  rmSync(path('posts/2026-10-20-credit-hire-in-plain-english.md'));
  await becomes('/blogs/credit-hire-in-plain-english', 410);

  write('posts/draft.md', postFile('draft: true\n'));
  write('posts/ahead.md', postFile('').replace('2026-01-05', '2099-01-05'));
  write('posts/after.md', postFile(''));
  await becomes('/blogs/after', 200);
  await becomes('/blogs/draft', 404);
  await becomes('/blogs/ahead', 404);
  write('posts/draft.md', postFile(''));
  write('posts/ahead.md', postFile(''));
  await becomes('/blogs/draft', 200);
  await becomes('/blogs/ahead', 200);

  write('pages/about.md', pageFile('Faulty', 'slug: about\n'));
  const faults = () => site.log().filter((line) => JSON.stringify(line).includes('pages/about.md'));
  const fault = 'Line 4: slug is not a key of a page';
  await expect.poll(() => JSON.stringify(faults())).toContain(fault);
  expect(await (await get('/about')).text()).toContain('Who we are</h1>');
  write('pages/about.md', pageFile('Who we are now'));
  await shows('/about', 'Who we are now</h1>');
}

describe('the folder of an owner who has configured nothing', () => {
  test('is public as it is edited', async () => {
    const root = createWorkingFolder();
    await walk(root, join(root, 'site'));
  });

  test('is public as it is edited when the site has it mounted read-only', async () => {
    const root = createWorkingFolder();
    const folder = mkdtempSync(join(tmpdir(), 'owner-edits-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mount('--bind', folder, join(root, 'site'));
    onTestFinished(() => void spawnSync('umount', ['--lazy', join(root, 'site')]));
    mount('-o', 'remount,ro,bind', join(root, 'site'));
    expect(() => writeFileSync(join(root, 'site/x'), '')).toThrow('EROFS');
    await walk(root, folder);
  });
});
