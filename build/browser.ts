import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { Manifest } from '../server/http/assets.ts';
import { nameOf } from './stylesheets.ts';

/**
 * Every page is loaded by hydrate.tsx. Told so, esbuild puts what the two share into the one chunk
 * that is there by then, and not into a chunk for each set of pages that use it: fewer requests,
 * and text that compresses together.
 */
const pagesAfterHydration: Plugin = {
  name: 'pages-after-hydration',
  setup({ onLoad }) {
    onLoad({ filter: /\/shared\/pages\/[^/]+\.tsx$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}import '../../client/hydrate.tsx';`,
      loader: 'tsx',
    }));
  },
};

export interface Client {
  metafile: Metafile;
  pageFiles: Manifest['pageFiles'];
}

/**
 * Scripts of the browser.
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
    // Chromium then compiles the functions while it loads the file, off the main thread, and not at
    // the moment of taking over.
    banner: { js: '//# allFunctionsCalledOnLoad' },
  };
  const pages = await build({
    ...options,
    metafile: true,
    entryPoints: ['client/hydrate.tsx'],
    define: { ...options.define, STYLESHEET: JSON.stringify(stylesheet) },
    splitting: true,
    plugins: [pagesAfterHydration],
  });
  const hydration = addressesNeededBy(publicDir, pages.metafile, ['client/hydrate.tsx']).filter(
    (address) => address.endsWith('.js'),
  );
  const start = await build({
    ...options,
    metafile: true,
    entryPoints: ['client/index.ts'],
    define: { ...options.define, HYDRATION: JSON.stringify(hydration) },
  });
  const metafile = {
    inputs: {},
    outputs: { ...pages.metafile.outputs, ...start.metafile.outputs },
  };
  return { metafile, pageFiles: filesOfPages(publicDir, metafile) };
}

/**
 * Addresses of what these entry points load: themselves and everything that they import other than
 * on demand.
 */
function addressesNeededBy(folder: string, { outputs }: Metafile, entryPoints: string[]): string[] {
  const paths = new Set<string>();
  const add = (path: string) => {
    if (paths.has(path)) return;
    paths.add(path);
    for (const imported of outputs[path]?.imports ?? [])
      if (imported.kind !== 'dynamic-import') add(imported.path);
  };
  for (const [path, output] of Object.entries(outputs))
    if (entryPoints.includes(output.entryPoint ?? '')) add(path);
  return [...paths].map((path) => `/${relative(folder, path)}`);
}

function filesOfPages(folder: string, client: Metafile): Client['pageFiles'] {
  const pages = Object.values(client.outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith('shared/pages/') ? [entryPoint] : [],
  );
  const ofPage = (page: string) =>
    addressesNeededBy(folder, client, ['client/index.ts', 'client/hydrate.tsx', page]);
  return Object.fromEntries(
    pages.map((page) => [nameOf(page), ofPage(page)]),
  ) as Client['pageFiles'];
}
