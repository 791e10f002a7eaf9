import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuildFailure, Metafile } from 'esbuild';
import { buildClient, buildServiceWorker } from './build/client-bundle.ts';
import { readCommit } from './build/commit.ts';
import { billOfMaterials, bundledPackages, formatLicenses } from './build/licenses.ts';
import { BROWSERS, type BuildTarget, commonOptions } from './build/options.ts';
import { buildPrograms } from './build/server-bundle.ts';
import { buildStylesheets } from './build/stylesheets.ts';
import { readColours } from './build/tokens.ts';
import type { Manifest } from './server/http/assets.ts';

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

/** Builds the site, complete and self-contained, into a folder. */
export async function buildSite({
  development = false,
  out = 'dist',
}: Partial<BuildTarget> = {}): Promise<void> {
  const target = { development, out };
  const publicDir = join(out, 'public');
  await rm(out, { recursive: true, force: true });
  await mkdir(join(publicDir, 'static'), { recursive: true });
  await cp('public', publicDir, { recursive: true });
  await cp('content/sample', join(out, 'content/sample'), { recursive: true });
  // The content service's samples show them at this address (content/content.json).
  await cp('content/sample/pictures', join(publicDir, 'covers'), { recursive: true });
  const browserOptions = {
    ...commonOptions(target),
    target: BROWSERS,
    outdir: join(publicDir, 'static'),
  };
  const [stylesheets, programs] = await Promise.all([
    buildStylesheets(browserOptions),
    buildPrograms(target),
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
  const bundled = bundledPackages([programs, client.metafile]);
  await writeFile(join(out, 'licences.txt'), formatLicenses(bundled));
  await writeFile(join(out, 'sbom.cdx.json'), billOfMaterials(bundled));
  const entry = files['client/index.ts'] as string;
  const entryScript = await readFile(join(publicDir, entry));
  const manifest: Manifest = {
    build: served.digest('hex').slice(0, 16),
    version: JSON.parse(await readFile('package.json', 'utf8')).version,
    commit: readCommit('.'),
    stylesheets: stylesheets.pages,
    deskStylesheet: stylesheets.desk,
    brandStylesheet: stylesheets.brand,
    wholeStylesheet,
    printStylesheet: `/${relative(publicDir, stylesheets.print)}`,
    colours: readColours(),
    entry,
    offlineEntry: files['client/offline.ts'] as string,
    previewEntry: files['client/live-preview.ts'] as string,
    entryIntegrity: `sha256-${createHash('sha256').update(entryScript).digest('base64')}`,
    pageFiles: client.pageFiles,
    files,
  };
  await writeFile(join(out, 'server/manifest.json'), JSON.stringify(manifest));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { development: { type: 'boolean' }, out: { type: 'string' } },
  });
  await buildSite(values).catch((error: BuildFailure) => {
    if (!error.errors) throw error;
    process.exitCode = 1; // esbuild has printed the place
  });
}
