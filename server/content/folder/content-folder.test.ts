import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ContentFolder } from './content-folder.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The time of the folder's clock; files are written before it unless a test says otherwise. */
const START = Date.UTC(2026, 10, 28, 12);

/** Creates a folder with a clock that the test sets. */
function createFolder() {
  const root = mkdtempSync(join(tmpdir(), 'content-folder-'));
  folders.push(root);
  let now = START;
  const write = (path: string, text: string, { age = 60_000 } = {}) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    const modifiedAt = (now - age) / 1000;
    utimesSync(join(root, path), modifiedAt, modifiedAt);
  };
  return {
    root,
    write,
    folder: new ContentFolder(root, { now: () => now }),
    passTime: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const post = (title: string, body = 'Text') =>
  `---\ntitle: ${title}\npublishedDate: 2026-11-01\n---\n${body}\n`;
/** Returns the files by their paths: they are in the order in which they were read. */
const filesOf = ({ files }: ContentFolder) =>
  [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
const shownTitles = (folder: ContentFolder) =>
  filesOf(folder).map(({ shown }) => shown?.entry.fields.title ?? null);

const PIXEL = '<svg width="2" height="1"/>';

describe('ContentFolder', () => {
  test('reads posts and pages, and no file of an editor or another kind', async () => {
    const { folder, write } = createFolder();
    write('posts/2026-11-01-a.md', post('A'));
    write('pages/b.md', '---\ntitle: B\nsummary: S\n---\nText');
    for (const name of ['.a.md.swp', '.#a.md', '#a.md#', 'a.md~', '~$a.md', 'a.txt', '4913'])
      write(`posts/${name}`, post('Not read'));
    expect((await folder.look()).changed).toEqual(['posts/2026-11-01-a.md', 'pages/b.md']);
    expect(shownTitles(folder)).toEqual(['B', 'A']);
    expect(filesOf(folder).map(({ shown }) => shown?.entry.fields.slug)).toEqual(['b', 'a']);
    expect(await folder.look()).toEqual({ changed: [], isUnsettled: false });
  });

  test('keeps the last good version of a file with a fault', async () => {
    const { folder, write } = createFolder();
    write('posts/a.md', post('A'));
    await folder.look();
    write('posts/a.md', '---\ntitle: B\n---\n', { age: 50_000 });
    await folder.look();
    expect(shownTitles(folder)).toEqual(['A']);
    expect(folder.files.get('posts/a.md')?.parsed.faults).toEqual([
      { line: 1, text: 'publishedDate is missing.' },
    ]);
    write('posts/a.md', post('C'), { age: 40_000 });
    await folder.look();
    expect(shownTitles(folder)).toEqual(['C']);
    expect(folder.files.get('posts/a.md')?.parsed.faults).toEqual([]);
  });

  test('waits until a file that is being written has settled', async () => {
    const { folder, write, passTime } = createFolder();
    write('posts/a.md', post('A'));
    await folder.look();
    write('posts/a.md', '---\ntitle: Half', { age: 100 });
    expect(await folder.look()).toEqual({ changed: [], isUnsettled: true });
    write('posts/a.md', post('B'), { age: 0 });
    passTime(400);
    expect(await folder.look()).toEqual({ changed: ['posts/a.md'], isUnsettled: false });
    expect(shownTitles(folder)).toEqual(['B']);
  });

  test('believes a deletion a second later, unlike a replacement', async () => {
    const { folder, root, write, passTime } = createFolder();
    write('posts/a.md', post('A'));
    write('posts/b.md', post('B'));
    await folder.look();
    renameSync(join(root, 'posts/a.md'), join(root, 'kept'));
    expect(await folder.look()).toEqual({ changed: [], isUnsettled: true });
    renameSync(join(root, 'kept'), join(root, 'posts/a.md'));
    passTime(5000);
    await folder.look();
    expect(shownTitles(folder)).toEqual(['A', 'B']);
    rmSync(join(root, 'posts/a.md'));
    await folder.look();
    passTime(1000);
    expect(await folder.look()).toEqual({ changed: ['posts/a.md'], isUnsettled: false });
    expect(shownTitles(folder)).toEqual(['B']);
  });

  test('believes after 30 s that every file is gone', async () => {
    const { folder, root, write, passTime } = createFolder();
    write('posts/a.md', post('A'));
    await folder.look();
    renameSync(root, `${root}-away`);
    folders.push(`${root}-away`);
    await folder.look();
    passTime(29_000);
    await folder.look();
    expect(shownTitles(folder)).toEqual(['A']);
    renameSync(`${root}-away`, root);
    await folder.look();
    rmSync(root, { recursive: true });
    await folder.look();
    passTime(29_000);
    await folder.look();
    expect(shownTitles(folder)).toEqual(['A']);
    passTime(1000);
    await folder.look();
    expect(shownTitles(folder)).toEqual([]);
  });

  test('reads a post again when its picture comes, changes or goes', async () => {
    const { folder, root, write } = createFolder();
    write('posts/a.md', post('A', '![A car](../pictures/my%20car.svg)'));
    await folder.look();
    const file = () => folder.files.get('posts/a.md')?.parsed;
    expect(file()?.issues).toEqual([
      {
        line: 5,
        text: 'Readers do not see the picture "../pictures/my car.svg": it is not there.',
      },
    ]);
    write('pictures/my car.svg', PIXEL);
    expect((await folder.look()).changed).toEqual(['posts/a.md']);
    const [asset] = file()?.linked ?? [];
    expect(asset?.fields).toMatchObject({
      description: 'A car',
      file: {
        url: expect.stringMatching(/^\/media\/my-car\.[\da-f]{16}\.svg$/),
        contentType: 'image/svg+xml',
        details: { image: { width: 2, height: 1 } },
      },
    });
    write('pictures/my car.svg', PIXEL.replace('2', '3'), { age: 10_000 });
    expect((await folder.look()).changed).toEqual(['posts/a.md']);
    rmSync(join(root, 'pictures'), { recursive: true });
    expect((await folder.look()).changed).toEqual(['posts/a.md']);
    expect(file()?.linked).toEqual([]);
  });

  test.each([
    ['../../outside.svg', 'is not in the folder of the site'],
    ['/../outside.svg', 'is not in the folder of the site'],
    ['/linked/outside.svg', 'is a link that leads out of the folder of the site'],
    ['https://example.org/a.svg', 'is not a file of the folder'],
    ['//example.org/a.svg', 'is not a file of the folder'],
    ['/posts/a.md', 'is not a WebP, AVIF, JPEG, PNG or SVG file'],
    ['/posts', 'is not a file'],
    ['/large.svg', 'has 2.1 MB, and may have 2 MB at most'],
  ])('does not show the picture %s', async (path, reason) => {
    const { folder, root, write } = createFolder();
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    folders.push(outside);
    writeFileSync(join(outside, 'outside.svg'), PIXEL);
    symlinkSync(outside, join(root, 'linked'));
    write('large.svg', PIXEL.padEnd(2_100_000));
    write('posts/a.md', post('A', `![x](${path})`));
    await folder.look();
    const { linked, issues } = folder.files.get('posts/a.md')?.parsed ?? {};
    expect(linked).toEqual([]);
    expect(issues).toEqual([
      { line: 5, text: `Readers do not see the picture "${path}": it ${reason}.` },
    ]);
  });

  test('refuses a file that is a link out of the folder', async () => {
    const { folder, root, write } = createFolder();
    write('posts/b.md', post('B'));
    symlinkSync('/etc/hostname', join(root, 'posts/a.md'));
    await folder.look();
    expect(folder.files.get('posts/a.md')?.parsed.faults).toEqual([
      { line: 1, text: 'The file is a link that leads out of the folder of the site.' },
    ]);
    expect(shownTitles(folder)).toContain('B');
  });

  test('takes files that are links within the folder, as Kubernetes mounts them', async () => {
    const { folder, root, write } = createFolder();
    write('..2026_11_28/a.md', post('A'));
    mkdirSync(join(root, 'posts'));
    symlinkSync('../..2026_11_28/a.md', join(root, 'posts/a.md'));
    await folder.look();
    expect(shownTitles(folder)).toEqual(['A']);
  });

  test.each([
    ['2,000,001 bytes', post('A').padEnd(2_000_001), 'The file is larger than 2 MB.'],
    [
      'another encoding',
      Buffer.from(post('A£'), 'latin1'),
      'The file has characters that are not UTF-8: save it with this encoding.',
    ],
  ])('refuses a file of %s', async (_, text, fault) => {
    const { folder, write } = createFolder();
    write('posts/a.md', text as string);
    await folder.look();
    expect(folder.files.get('posts/a.md')?.parsed.faults).toEqual([{ line: 1, text: fault }]);
  });
});
