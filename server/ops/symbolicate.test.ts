import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnSite, startSiteProcess, THROW_ON_SIGUSR2 } from '../../test/support/site-process.ts';
import type { Manifest } from '../http/assets.ts';
import { symbolicate } from './symbolicate.ts';

const { build } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;

/** The words of the source at a place that a stack names. */
function sourceAt(place: string): string {
  const [file = '', line] = place.split(':');
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
}

/** Where these words stand in the browser's scripts: address, line and column, from 1. */
function placeOf(words: string): string {
  for (const script of globSync('static/js/*.js', { cwd: 'dist/public' })) {
    const [before = '', after] = readFileSync(`dist/public/${script}`, 'utf8').split(words);
    const lines = before.split('\n');
    if (after) return `/${script}:${lines.length}:${(lines.at(-1) as string).length + 1}`;
  }
  throw new Error(`no script has ${words}`);
}

function run(program: string[], input: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('an error that the built server threw is read as file and line of the source', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broken-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('dist/server', join(folder, 'server'), { recursive: true });
  symlinkSync(resolve('dist/package.json'), join(folder, 'package.json'));
  writeFileSync(join(folder, 'server/manifest.json'), 'not JSON');
  const site = await spawnSite({}, [], join(folder, 'server/index.js'));
  expect(await site.ended).toBe(1);
  const { status, stdout, stderr } = run(['dist/server/symbolicate.js'], site.output());
  expect([status, stderr]).toEqual([0, '']);
  const [, place = ''] = /at readAssets \(([^)]+)\)/.exec(stdout) ?? [];
  expect(place).toMatch(/^server\/http\/assets\.ts:\d+:\d+$/);
  expect(sourceAt(place)).toContain('JSON.parse(readFileSync(');
});

test('the log names the build of a fault, and without its map the place stays', async () => {
  const site = await startSiteProcess({}, [THROW_ON_SIGUSR2]);
  site.process.kill('SIGUSR2');
  await site.ended;
  expect(site.log().at(-1)).toMatchObject({ msg: 'uncaughtException', build });
  const line = `{"build":"0123456789abcdef","stack":"Error\\n    at x (file:///d/server/site.js:9:9)"}\n`;
  const { status, stdout, stderr } = run(
    ['--import=./build/runtime.js', 'server/ops/symbolicate.ts'],
    line,
  );
  expect(stdout).toBe(line.replace('\\n', '\n'));
  expect(stderr).toBe('No source map of site.js of build 0123456789abcdef in dist/maps.\n');
  expect(status).toBe(1);
});

test.each([
  ['Chromium', (at: string) => `    at async x (${at})`],
  ['Chromium, outside of a function', (at: string) => `    at ${at}`],
  ['Firefox and Safari', (at: string) => `x@${at}`],
  ['a report', (at: string) => `{"place":"${at.replace('https://www.example.com', '')}"}`],
])('a stack of %s is read as file and line of the source', (_browser, write) => {
  const words = '.serviceWorker.register(';
  const at = `https://www.example.com${placeOf(words)}`;
  for (const address of [at, at.replace('/static/', '/static/again-1/')]) {
    const { stack, unknown } = symbolicate(`Error: x\n${write(address)}\n`, 'dist');
    expect(unknown).toEqual(new Set());
    const [place = ''] = /client\/[\w-]+\.ts:\d+:\d+/.exec(stack) ?? [];
    expect(sourceAt(place)).toContain(words);
    expect(stack).toBe(`Error: x\n${write(place)}\n`);
  }
});
