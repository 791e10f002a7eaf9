import { globSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * A place in a built script, as V8, Firefox and Safari write it into a stack. server/index.js is
 * written by hand.
 */
const PLACE =
  /[^\s()@"]*\/(server|static)\/(?!index\.js)(?:again-\d\/)?([\w/-]+\.js)(?:\?[^\s:]*)?:(\d+):(\d+)/g;
const BUILD_IN_LOG = /"build":"([\da-f]+)"/;

/**
 * A stack with the places in the built scripts replaced by those in the sources.
 * @param stack lines of the log, which name their build, or what a browser's console shows
 * @param dist the build, with the maps of its own scripts and of the build before
 * @returns the stack, and the scripts of which there is no map: their places stay
 */
export function symbolicate(stack: string, dist: string): { stack: string; unknown: Set<string> } {
  const maps = new Map<string, SourceMap | null>();
  const unknown = new Set<string>();
  const mapOf = (path: string) => {
    if (!maps.has(path)) maps.set(path, readMap(join(dist, 'maps'), path));
    return maps.get(path);
  };
  const read = (line: string) => {
    // Only a script of the server has one name in all builds.
    const build = BUILD_IN_LOG.exec(line)?.[1] ?? ownBuild(dist);
    return line.replaceAll(PLACE, (place, folder, script, row, column) => {
      const map = mapOf(
        folder === 'server' ? `${build}/server/${script}` : `*/public/static/${script}`,
      );
      const found = map?.findOrigin(Number(row), Number(column));
      if (found && 'fileName' in found)
        return `${found.fileName.replace(/^(?:\.\.\/)+/, '')}:${found.lineNumber}:${found.columnNumber}`;
      unknown.add(folder === 'server' ? `${script} of build ${build}` : script);
      return place;
    });
  };
  // A line of the log has the stack in JSON, with its ends of lines escaped.
  const lines = stack.split('\n').map((line) => read(line.replaceAll('\\n', '\n')));
  return { stack: lines.join('\n'), unknown };
}

function readMap(folder: string, path: string): SourceMap | null {
  const [file] = globSync(`${path}.map`, { cwd: folder });
  if (!file) return null;
  return new SourceMap(JSON.parse(readFileSync(join(folder, file), 'utf8')) as SourceMapPayload);
}

function ownBuild(dist: string): string {
  return JSON.parse(readFileSync(join(dist, 'server/manifest.json'), 'utf8')).build;
}

/** `npm run symbolicate`: reads a file or standard input. Exit code 1 when a map is missing. */
if (import.meta.main) {
  const file = process.argv[2];
  if (!file && process.stdin.isTTY) process.stderr.write('Paste the stack, then press Ctrl+D.\n');
  const { stack, unknown } = symbolicate(
    file ? readFileSync(file, 'utf8') : await text(process.stdin),
    'dist',
  );
  process.stdout.write(stack);
  for (const script of unknown) process.stderr.write(`No source map of ${script} in dist/maps.\n`);
  process.exitCode = unknown.size > 0 ? 1 : 0;
}
