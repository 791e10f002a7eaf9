import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SOURCES = [
  ...['build', 'client', 'content', 'public', 'server', 'shared', 'esbuild.config.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

/** An edit: a file of the sources, a text in it, and the text in its place. */
export type Edit = readonly [file: string, found: string, instead: string];

/** Builds the sources with these edits, in a folder of its own. */
export function buildEdited(edits: readonly Edit[]) {
  const folder = mkdtempSync(join(tmpdir(), 'edited-'));
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  for (const [file, found, instead] of edits) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(found)) throw new Error(`${file} has no ${found}`);
    writeFileSync(join(folder, file), text.replace(found, instead));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '-s', 'build'], { cwd: folder });
  return {
    dist: join(folder, 'dist'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
