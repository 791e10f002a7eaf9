import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { Manifest } from '../server/http/assets.ts';
import { filesOf, nameOf } from './stylesheets.ts';

const HYDRATE = resolve('client/hydrate.tsx');
const ON_DEMAND =
  /\/shared\/(?:pages\/[^/]+|callback\/CallbackSection)\.tsx$|\/client\/vitals\.ts$/;

/**
 * Everything loaded on demand is loaded by hydrate.tsx. This import tells esbuild so, and it puts
 * shared code into the one chunk that is loaded by then, rather than into a chunk for each set of
 * files that use it: fewer requests, and better compression. The small components of shared/ui,
 * which most pages use, are put there too.
 */
const sharedWithHydration: Plugin = {
  name: 'shared-with-hydration',
  setup({ onLoad }) {
    const append = async (path: string, files: string[]) => ({
      contents: [
        await readFile(path, 'utf8'),
        ...files.map((file) => `import ${JSON.stringify(file)};`),
      ].join('\n'),
      loader: 'tsx' as const,
    });
    onLoad({ filter: ON_DEMAND }, ({ path }) => append(path, [HYDRATE]));
    onLoad({ filter: /\/client\/hydrate\.tsx$/ }, async ({ path }) =>
      append(
        path,
        (await filesOf('shared/ui/**/*.tsx')).map((file) => resolve(file)),
      ),
    );
  },
};

/**
 * Removes unused code that esbuild keeps because it cannot know that it has no side effects: two
 * thirds of React Router, which is one module (names for React's developer tools, components made
 * by calls), and the validator of Contentful's rich text. If a new version of either looks
 * different, the size limits fail.
 */
const unusedCode: Plugin = {
  name: 'unused-code',
  setup({ onLoad }) {
    const change = (filter: RegExp, changed: (text: string) => string) =>
      onLoad({ filter }, async ({ path }) => ({
        contents: changed(await readFile(path, 'utf8')),
        loader: 'js',
      }));
    change(/\/react-router\/dist\/.+\.mjs$/, (text) =>
      text
        .replace(/^\w+\.displayName = .+$/gm, '')
        .replace(/(?<= = )(?=React\w*\.(?:createContext|forwardRef|memo)\()/g, '/* @__PURE__ */ '),
    );
    change(/\/rich-text-types\/dist\/esm\/index\.mjs$/, (text) =>
      text.replace(/^export .+(?:constraints|document|validator).+$/gim, ''),
    );
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
    // Makes Chromium compile the functions while loading the file, off the main thread, and not
    // during hydration.
    banner: { js: '//# allFunctionsCalledOnLoad' },
  };
  const pages = await build({
    ...options,
    metafile: true,
    entryPoints: ['client/hydrate.tsx'],
    define: { ...options.define, STYLESHEET: JSON.stringify(stylesheet) },
    splitting: true,
    plugins: [sharedWithHydration, unusedCode],
  });
  const hydration = addressesNeededBy(publicDir, pages.metafile, ['client/hydrate.tsx']).filter(
    (address) => address.endsWith('.js'),
  );
  const start = await build({
    ...options,
    metafile: true,
    entryPoints: ['client/index.ts', 'client/offline.ts'],
    define: { ...options.define, HYDRATION: JSON.stringify(hydration) },
  });
  const metafile = {
    inputs: {},
    outputs: { ...pages.metafile.outputs, ...start.metafile.outputs },
  };
  return { metafile, pageFiles: filesOfPages(publicDir, metafile) };
}

/** Addresses of everything these entry points load: themselves and all their static imports. */
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
