import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startContentfulStandIn } from '../../../../test/stand-ins/contentful-stand-in.ts';
import {
  openFilledLibrary,
  openLibrary,
  temporaryFolder,
} from '../../../../test/support/library.ts';

/** How often the log says what is wrong with the disk. */
const complaints = (lines: string[]) =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg, err }) => msg.includes('copy of the blog on disk') && err.message).length;

test('the copy on disk is readable by its owner alone; a damaged or foreign one is left aside', async () => {
  const dataDir = join(await temporaryFolder(), 'deep', 'data');
  const path = join(dataDir, 'blog.sqlite');
  const service = await startContentfulStandIn();
  const first = await openFilledLibrary(service, { dataDir });
  first.library.stop();
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const sound = await readFile(path);
  await service.goDown();
  const knownAfter = async (bytes: Buffer) => {
    for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true });
    await writeFile(path, bytes);
    const { library } = openLibrary(service, { dataDir });
    const posts = library.known().filter(({ slug }) => library.postVersion(slug) !== null);
    library.stop();
    return posts.length;
  };
  expect(await knownAfter(sound)).toBe(service.entries.length);
  const [title] = service.entries.map(({ fields }) => fields.title) as [string];
  const changed = Buffer.from(sound);
  for (let at = changed.indexOf(title); at >= 0; at = changed.indexOf(title, at + 1))
    changed.write('X', at);
  for (const damaged of [
    Buffer.alloc(0),
    Buffer.from('{}'),
    Buffer.alloc(sound.length, 7),
    sound.subarray(0, sound.length / 2),
    changed,
  ])
    expect(await knownAfter(damaged), String(damaged.length)).toBeLessThan(service.entries.length);
  expect(await knownAfter(sound)).toBe(service.entries.length);
  const other = await startContentfulStandIn();
  await other.goDown();
  expect(openLibrary(other, { dataDir }).library.known()).toEqual([]);
});

test.each([
  ['what is no database', () => Buffer.from('damaged')],
  ['half of one', (sound: Buffer) => sound.subarray(0, sound.length / 2)],
])('in the place of %s a new copy is begun', async (_, damage) => {
  const dataDir = await temporaryFolder();
  const path = join(dataDir, 'blog.sqlite');
  const service = await startContentfulStandIn();
  (await openFilledLibrary(service, { dataDir })).library.stop();
  await writeFile(path, damage(await readFile(path)));
  const first = await openFilledLibrary(service, { dataDir });
  first.library.stop();
  expect(complaints(first.lines)).toBe(1);
  await service.goDown();
  const { library, lines } = openLibrary(service, { dataDir });
  expect(library.list(1)).toMatchObject({ result: { state: 'ready' } });
  expect(complaints(lines)).toBe(0);
});

test('an answer that comes after the stop is taken in without a complaint', async () => {
  const service = await startContentfulStandIn();
  const { library, clock, lines } = await openFilledLibrary(service, {
    dataDir: await temporaryFolder(),
  });
  const release = service.hold();
  clock.forward(61);
  library.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  library.stop();
  release();
  await expect.poll(() => library.answered()).toBe(3);
  await library.catalogued();
  expect(lines).toEqual([]);
});

test('a copy that another process holds is left whole, and said once until it can be written again', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  const first = await openFilledLibrary(service, { dataDir });
  const other = new DatabaseSync(join(dataDir, 'blog.sqlite'));
  onTestFinished(() => other.close());
  for (const [statement, expected] of [
    ['BEGIN IMMEDIATE', 1],
    ['SELECT 1', 1],
    ['COMMIT', 1],
    ['BEGIN IMMEDIATE', 2],
    ['COMMIT', 2],
  ] as const) {
    other.exec(statement);
    await first.library.refresh();
    expect([statement, complaints(first.lines)]).toEqual([statement, expected]);
  }
  first.library.stop();
  await service.goDown();
  const { library } = openLibrary(service, { dataDir });
  expect(library.list(1)).toMatchObject({ result: { state: 'ready' } });
});

test.each(['a file where the folder should be', 'a folder where the file should be'])(
  'an unusable disk (%s) is logged once and does no other harm',
  async (fault) => {
    const dataDir = join(await temporaryFolder(), 'data');
    if (fault.startsWith('a file')) await writeFile(dataDir, '');
    else await mkdir(join(dataDir, 'blog.sqlite'), { recursive: true });
    const service = await startContentfulStandIn();
    const { library, lines } = await openFilledLibrary(service, { dataDir });
    await library.refresh();
    expect(library.list(1)).toMatchObject({ result: { state: 'ready' } });
    for (const { slug } of library.known())
      expect(library.post(slug)).toMatchObject({ result: { state: 'ready' } });
    library.stop();
    expect(complaints(lines)).toBe(1);
  },
);
