import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { buildClient } from './build/browser.ts';
import { readColours } from './build/colours.ts';
import { billOfMaterials, bundledPackages, licencesText } from './build/inventory.ts';
import { mapsOfBuild, setMapsAside } from './build/maps.ts';
import { filesOfBuild } from './build/previous.ts';
import { buildStylesheets } from './build/stylesheets.ts';
import type { Manifest } from './server/http/assets.ts';

interface Target {
  development: boolean;
  /** Folder of the build. */
  out: string;
  /** Folder of the build before, whose pages are still about when this one starts. */
  previous?: string;
}

/** The oldest browsers that get scripts and styles that they understand. */
export const BROWSERS = ['chrome111', 'firefox113', 'safari16.4'];

export function common({ development }: Pick<Target, 'development'>) {
  return {
    bundle: true,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    loader: { '.svg': 'file', '.woff2': 'file', '.png': 'file' },
    minify: !development,
    jsxDev: development,
    sourcemap: development ? 'inline' : 'external',
    sourcesContent: development,
    assetNames: 'assets/[name]-[hash]',
    publicPath: '/static',
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
  } satisfies BuildOptions;
}

/**
 * An ES import of node:http reads all that it exports, its WebSocket too, and with that loads
 * Node's fetch; node:http2 is wanted only by packages that are loaded late. Left to themselves both
 * would be a twentieth of every start.
 */
const requireHttp: Plugin = {
  name: 'require-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?http2?$/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

const PROGRAMS = {
  start: 'server/start.ts',
  site: 'server/index.ts',
  callbacks: 'server/callbacks/cli.ts',
  'sqlite-worker': 'server/callbacks/store/sqlite-worker.ts',
  'content-check': 'server/blog/content-check.ts',
  golive: 'server/golive.ts',
  symbolicate: 'server/ops/symbolicate.ts',
};

/**
 * Programs for Node with everything they need in one file, so that the container holds no
 * node_modules.
 */
export async function buildPrograms(
  target: Target,
  entryPoints: Record<string, string>,
  plugins: Plugin[] = [],
): Promise<Metafile> {
  const { metafile } = await build({
    ...common(target),
    entryPoints,
    platform: 'node',
    plugins: [requireHttp, ...plugins],
    target: 'node24',
    // Read at every start: without comments and blanks it is a third shorter. Names stay, for stack
    // traces.
    minify: false,
    minifyWhitespace: !target.development,
    minifySyntax: !target.development,
    outdir: join(target.out, 'server'),
    // Dependencies in CommonJS call require(), which an ES module does not have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return metafile;
}

/**
 * What `node dist/server/index.js` runs: it has V8 keep the compiled code from one start to the
 * next, which must be said before that code is loaded. An older Node would stop at the first name
 * that it does not export, so it is told first. Without a package.json beside them Node would read
 * the files twice to find out what they are.
 */
async function writeStart({ out }: Target): Promise<void> {
  const start = `if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('The site needs Node 24 or newer; this is ' + process.version + '.\\n');
  process.exit(1);
}
(await import('node:module')).enableCompileCache();
await import('./site.js');
`;
  await writeFile(join(out, 'server/index.js'), start);
  await writeFile(join(out, 'package.json'), '{"type":"module"}\n');
}

/**
 * One classic script (Firefox runs no modules there), which the server completes with the pages to
 * keep.
 */
async function buildServiceWorker(target: Target): Promise<void> {
  await build({
    ...common(target),
    entryPoints: ['client/service-worker.ts'],
    format: 'iife',
    target: BROWSERS,
    sourcemap: false,
    outdir: join(target.out, 'server'),
  });
}

/** Best-quality br and gz beside every file that shrinks, so that no request compresses one. */
async function compressFiles(folder: string): Promise<void> {
  for await (const file of glob(`${folder}/**/*.{js,css,svg,json,webmanifest,ico,txt}`)) {
    const bytes = await readFile(file);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    if (br.length < bytes.length) await writeFile(`${file}.br`, br);
    if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
  }
}

function addressesOf(folder: string, metafiles: Metafile[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { outputs } of metafiles)
    for (const [path, output] of Object.entries(outputs)) {
      const inputs = Object.keys(output.inputs);
      const source =
        output.entryPoint ??
        (/\/assets\//.test(path) && inputs.length === 1 ? inputs[0] : undefined);
      if (source) files[source] = `/${relative(folder, path)}`;
    }
  return files;
}

/** @returns what was not there, by path below the folder */
async function carry(files: Map<string, Buffer>, folder: string): Promise<string[]> {
  const carried: string[] = [];
  for (const [path, bytes] of files) {
    if (existsSync(join(folder, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
    carried.push(path);
  }
  return carried;
}

/** Builds the site, complete and self-contained, into a folder. */
export async function buildSite({
  development = false,
  out = 'dist',
  previous,
}: Partial<Target> = {}): Promise<void> {
  const target = { development, out };
  const publicDir = join(out, 'public');
  const older = previous ? filesOfBuild(previous) : new Map<string, Buffer>(); // may be in `out`
  const olderMaps = previous ? mapsOfBuild(previous) : new Map<string, Buffer>();
  await rm(out, { recursive: true, force: true });
  await mkdir(join(publicDir, 'static'), { recursive: true });
  await cp('public', publicDir, { recursive: true });
  const browserOptions = { ...common(target), target: BROWSERS, outdir: join(publicDir, 'static') };
  const [stylesheets, programs] = await Promise.all([
    buildStylesheets(browserOptions),
    buildPrograms(target, PROGRAMS),
    buildServiceWorker(target),
  ]);
  const wholeStylesheet = `/${relative(publicDir, stylesheets.whole)}`;
  const client = await buildClient(browserOptions, publicDir, wholeStylesheet);
  await rm(join(out, 'server/assets'), { recursive: true, force: true }); // the client's build has written them where they are served
  if (!development) await compressFiles(publicDir);
  const files = addressesOf(publicDir, [client.metafile, stylesheets.metafile]);
  const served = createHash('sha256')
    .update(JSON.stringify(stylesheets.pages))
    .update(JSON.stringify(files));
  served.update(await readFile(join(out, 'server/site.js')));
  await writeStart(target);
  const bundled = bundledPackages([programs, client.metafile]);
  await writeFile(join(out, 'licences.txt'), licencesText(bundled));
  await writeFile(join(out, 'sbom.cdx.json'), billOfMaterials(bundled));
  const entry = files['client/index.ts'] as string;
  const entryScript = await readFile(join(publicDir, entry));
  const manifest: Manifest = {
    build: served.digest('hex').slice(0, 16),
    stylesheets: stylesheets.pages,
    deskStylesheet: stylesheets.desk,
    wholeStylesheet,
    colours: readColours(),
    entry,
    offlineEntry: files['client/offline.ts'] as string,
    entryIntegrity: `sha256-${createHash('sha256').update(entryScript).digest('base64')}`,
    pageFiles: client.pageFiles,
    files,
    carried: await carry(older, join(publicDir, 'static')),
  };
  await writeFile(join(out, 'server/manifest.json'), JSON.stringify(manifest));
  await setMapsAside(out, manifest.build);
  await carry(olderMaps, join(out, 'maps'));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { development: { type: 'boolean' }, out: { type: 'string' } },
  });
  await buildSite({ ...values, previous: process.env.PREVIOUS_DIST });
}
