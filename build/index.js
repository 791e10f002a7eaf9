// What `node dist/server/index.js` runs: the site, from the code that V8 compiled while it was
// built (code-cache.ts), which takes a third off the time to the first page. Plain JavaScript
// without imports, because an older Node has to get as far as the first lines.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`The site needs Node 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
const { readFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { join } = process.getBuiltinModule('node:path');
const { Script } = process.getBuiltinModule('node:vm');
const { crc32 } = process.getBuiltinModule('node:zlib');

const filename = join(import.meta.dirname, 'site.cjs');
export const { script, cacheFile } = compile();
script.runInThisContext()(createRequire(filename), {}, filename, import.meta.dirname);

function compile() {
  const code = readFileSync(filename);
  // V8 itself tells one source from another by its length alone.
  const cacheFile = join(import.meta.dirname, `site-${crc32(code).toString(16)}.cache`);
  const script = new Script(code.toString(), { filename, cachedData: readIfThere(cacheFile) });
  return { script, cacheFile };
}

/** Another Node, or one with other settings for V8, compiles anew. */
function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
