import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  buildImage,
  limits,
  makeBase,
  namesIn,
  podman,
  removeAll,
  SIGNED_IN,
  startContainer,
} from '../test/support/podman.ts';
import { temporaryFolder } from '../test/support/site-file.ts';
import { callbackFields } from '../test/support/typed.ts';

const MINUTES = 60_000;
const IMAGE = 'localhost/website';

beforeAll(async () => {
  await makeBase();
  await buildImage('.', IMAGE);
}, 8 * MINUTES);
afterAll(removeAll, MINUTES);

const form = (name: string) => new URLSearchParams(callbackFields({ name }));
const ask = (origin: string, name: string) =>
  fetch(`${origin}/contact.php`, { method: 'POST', body: form(name) }).then(
    ({ status }) => status,
    () => 0,
  );

test('what setup writes in the image is what a container reads where the guide puts it', async () => {
  const owner = temporaryFolder();
  const answers = "printf 'Ann & Co\\nAnn Limited\\n' | node /site/dist/server/setup.js || true";
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  const said = await podman(
    ...['run', '--rm', ...limits(256), '--user', user, '--volume', `${owner}:/owner`],
    ...['--workdir', '/owner', IMAGE, 'sh', '-c', answers],
  );
  expect(said).toContain('What is its registered name?');
  const { origin, log } = await startContainer(IMAGE, {
    more: ['--env-file', join(owner, '.env'), '--volume', `${join(owner, 'site')}:/site/site:ro`],
  });
  expect(await (await fetch(origin)).text(), await log()).toContain('Ann Limited');
});

test.each([256, 192])(
  'with %i MB and no rights it serves everything and keeps acknowledged requests',
  async (memoryMb) => {
    const volume = `limited-${memoryMb}`;
    const site = await startContainer(IMAGE, { volume, memoryMb });
    for (const path of ['/', '/about', '/accident', '/blogs', '/contact', '/privacy-policy']) {
      const page = await fetch(site.origin + path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(await page.text()).toContain('<h1');
    }
    await expect.poll(() => ask(site.origin, 'Ann')).toBe(200);
    const desk = () => fetch(`${site.admin}/callbacks`, { headers: SIGNED_IN });
    expect(await (await desk()).text()).toContain('Ann');
    await podman('healthcheck', 'run', site.name);
    const status = readFileSync(`/proc/${site.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);

    const thanked = ['Ann'];
    let isOpen = true;
    const visitor = async (number: number) => {
      for (let index = 0; isOpen; index += 1) {
        const name = `Caller ${number} of round ${index}`;
        if ((await ask(site.origin, name)) === 200) thanked.push(name);
        await fetch(`${site.origin}/none-${number}-${index}`).catch(() => {});
      }
    };
    const visitors = Array.from({ length: 32 }, (_, number) => visitor(number));
    await expect.poll(() => thanked.length).toBeGreaterThan(200);
    const [, peak] = /^VmHWM:\s+(\d+) kB/m.exec(
      readFileSync(`/proc/${site.pid}/status`, 'utf8'),
    ) as string[];
    expect(await site.stop()).toBe(0);
    isOpen = false;
    await Promise.all(visitors);
    expect(await podman('inspect', '--format', '{{.State.OOMKilled}}', site.name)).toBe('false');
    const kept = new Set(await namesIn(IMAGE, volume));
    expect(thanked.filter((name) => !kept.has(name))).toEqual([]);
    process.stdout.write(
      `With ${memoryMb} MB: ${thanked.length} acknowledged, peak ${Math.round(Number(peak) / 1024)} MiB.\n`,
    );

    const again = await startContainer(IMAGE, { volume, memoryMb });
    const searched = await fetch(`${again.admin}/callbacks?view=all`, { headers: SIGNED_IN });
    expect(await searched.text()).toContain(thanked.at(-1));
  },
);

test('a start warns once that data is ephemeral, unless there is a named volume', async () => {
  const warnings = async (volume?: string) => {
    const site = await startContainer(IMAGE, { volume });
    await expect.poll(site.log).toContain('ready on');
    return (await site.log()).split('\n').filter((line) => line.includes('DATA_DIR'));
  };
  expect(await warnings()).toEqual([expect.stringContaining('in an unnamed volume')]);
  expect(await warnings('named')).toEqual([]);
});

test('in a folder of another owner it refuses the form and says which folder and why', async () => {
  const site = await startContainer(IMAGE, { volume: temporaryFolder() });
  const ready = () => fetch(`${site.origin}/readyz`).then(({ status }) => status);
  await expect.poll(site.log).toContain('the database cannot be opened');
  await expect.poll(site.log).toMatch(/permission denied.*\/data/);
  expect([await ask(site.origin, 'Dee'), await ready()]).toEqual([503, 503]);
  expect((await fetch(site.origin)).status).toBe(200);
  expect(await site.stop()).toBe(0);
});

test('on a full volume it refuses the form and serves pages until there is room', async () => {
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,uid=65532,gid=65532', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', [disk]));
  const site = await startContainer(IMAGE, { volume: disk });
  await expect.poll(() => ask(site.origin, 'Eve')).toBe(200);
  const other = join(disk, 'of-others');
  const file = openSync(other, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
  closeSync(file);
  await expect.poll(() => ask(site.origin, 'Fay')).toBe(503);
  expect((await fetch(site.origin)).status).toBe(200);
  await expect.poll(site.log).toContain('the disk is full');
  rmSync(other);
  await expect.poll(() => ask(site.origin, 'Gil')).toBe(200);
  expect(await site.stop()).toBe(0);
  expect(await namesIn(IMAGE, disk)).toEqual(expect.arrayContaining(['Eve', 'Gil']));
});
