import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { type MinifyOptions, minify } from 'terser';
import terser from 'terser/package.json' with { type: 'json' };
import type { ImportsOfPages } from '../client/load-code.ts';
import type { Manifest } from '../server/http/assets.ts';
import { fileOf, frameChunk, HYDRATE, REACT, withoutValidator } from './chunks.ts';
import { collectDependencies } from './dependency-graph.ts';
import { BROWSERS, type BuildTarget, commonOptions } from './options.ts';
import { pageIdOf } from './stylesheets.ts';

/**
 * Makes scripts 3 % smaller than esbuild leaves them. Statements joined by commas and rewritten loops
 * would be shorter, but compress worse.
 */
const MINIFY: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 3, hoist_funs: true, sequences: false, loops: false },
};

export interface Client {
  metafile: Metafile;
  pageFiles: Manifest['pageFiles'];
}

/**
 * Builds the scripts of the browser.
 * @param publicDir the folder that is served
 * @param stylesheet address of the rules of all pages
 */
export async function buildClient(
  common: BuildOptions,
  publicDir: string,
  stylesheet: string,
): Promise<Client> {
  const options = {
    ...common,
    entryNames: 'js/[name]-[hash]',
    chunkNames: 'js/[name]-[hash]',
    // Names are hashes of what esbuild writes, so that says what comes of it.
    footer: { js: `//${terser.version}${JSON.stringify(MINIFY)}` },
  };
  const pages = await build({
    ...options,
    metafile: true,
    entryPoints: [HYDRATE, REACT],
    define: { ...options.define, STYLESHEET: JSON.stringify(stylesheet) },
    splitting: true,
    plugins: [await frameChunk(), withoutValidator],
  });
  const { outputs } = pages.metafile;
  for (const [path, output] of Object.entries(outputs)) {
    if (!output.entryPoint) continue;
    output.entryPoint = fileOf(output.entryPoint);
    if (!output.entryPoint.startsWith('node_modules/')) continue;
    // React is an entry point only to have a chunk of its own; nobody loads it by that name.
    await rm(path);
    delete outputs[path];
  }
  const hydration = urlsNeededBy(publicDir, pages.metafile, [HYDRATE]).filter((address) =>
    address.endsWith('.js'),
  );
  const start = await build({
    ...options,
    metafile: true,
    entryPoints: ['client/index.ts', 'client/offline.ts', 'client/live-preview.ts'],
    define: {
      ...options.define,
      HYDRATION: JSON.stringify(hydration),
      IMPORTS_OF_PAGES: JSON.stringify(importsOfPages(publicDir, pages.metafile, hydration)),
    },
  });
  const metafile = {
    inputs: {},
    outputs: { ...pages.metafile.outputs, ...start.metafile.outputs },
  };
  if (options.minify)
    for (const path of Object.keys(metafile.outputs))
      if (path.endsWith('.js')) await minifyFile(path);
  const ofEveryPage = urlsNeededBy(publicDir, metafile, ['client/index.ts', HYDRATE]);
  const pageFiles = mapPages(metafile, (page) => [
    ...new Set([...ofEveryPage, ...urlsNeededBy(publicDir, metafile, [page])]),
  ]);
  return { metafile, pageFiles: pageFiles as Client['pageFiles'] };
}

async function minifyFile(path: string): Promise<void> {
  const { code = '' } = await minify(await readFile(path, 'utf8'), MINIFY);
  await writeFile(path, code);
}

/** Returns the URLs of these entry points and all their imports. */
function urlsNeededBy(
  folder: string,
  { outputs }: Metafile,
  entryPoints: string[],
  { onDemand = false } = {},
): string[] {
  const starts = Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) =>
    entryPoints.includes(entryPoint) ? path : [],
  );
  return [...collectDependencies(starts, outputs, { onDemand })].map(
    (path) => `/${relative(folder, path)}`,
  );
}

/**
 * Returns the scripts that each page's own script and its sections import, which a browser would
 * discover one after the other.
 * @param alreadyLoaded scripts that every page has already. They load all pages on demand
 */
function importsOfPages(folder: string, client: Metafile, alreadyLoaded: string[]): ImportsOfPages {
  const outputs = Object.fromEntries(
    Object.entries(client.outputs).filter(
      ([path]) => path.endsWith('.js') && !alreadyLoaded.includes(`/${relative(folder, path)}`),
    ),
  );
  const further = { ...client, outputs };
  const imports = mapPages(further, (file) => {
    const own = urlsNeededBy(folder, further, [file]);
    const page = own.slice(1);
    const sections = urlsNeededBy(folder, further, [file], { onDemand: true }).filter(
      (address) => !own.includes(address),
    );
    return { ...(page.length > 0 && { page }), ...(sections.length > 0 && { sections }) };
  });
  return Object.fromEntries(
    Object.entries(imports).filter(([, { page, sections }]) => page || sections),
  );
}

function mapPages<T>({ outputs }: Metafile, of: (page: string) => T): Record<string, T> {
  const pages = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith('shared/pages/') ? [entryPoint] : [],
  );
  return Object.fromEntries(pages.map((page) => [pageIdOf(page), of(page)]));
}

/**
 * Builds the service worker: one classic script (Firefox runs no modules there), which the server
 * completes with the pages to keep.
 */
export async function buildServiceWorker(target: BuildTarget): Promise<void> {
  await build({
    ...commonOptions(target),
    entryPoints: ['client/service-worker.ts'],
    format: 'iife',
    target: BROWSERS,
    sourcemap: false,
    outdir: join(target.out, 'server'),
  });
}
