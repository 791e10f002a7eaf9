import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

const SOURCES = [
  '{build,client,content,public,server,shared}/**/*.*',
  '{esbuild.config.ts,package-lock.json,tsconfig.json}',
];
const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** HTTP and browser tests run what `dist` holds: builds it when it is missing or out of date. */
export default function buildWhenStale(): void {
  const built = timeOf('dist/server/manifest.json');
  const changed = globSync(SOURCES, { exclude: ['**/*.test.*'] }).find(
    (file) => timeOf(file) > built,
  );
  if (!changed) return;
  console.log(built ? `${changed} is newer than dist: building` : 'there is no dist: building');
  const build = ['--import=./build/use-pinned-node.js', 'esbuild.config.ts'];
  execFileSync(process.execPath, build, { stdio: 'inherit' });
}

if (import.meta.main) buildWhenStale();
