import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { ImportsOfPages } from '../client/load-code.ts';
import type { Manifest } from '../server/http/assets.ts';
import { HYDRATE, REACT, sharedChunks } from './chunks.ts';
import { BROWSERS, common, type Target } from './options.ts';
import { neededBy } from './sources.ts';
import { nameOf } from './stylesheets.ts';

/**
 * React is CommonJS: every element and hook would be called as `(0, x.jsx)(…)`, with an `x` for each
 * file. As names of a module the functions are a letter each: 0.6 kB of a first visit's 78 to 82.
 */
const reactByName: Plugin = {
  name: 'react-by-name',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'by-name' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'by-name' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) =>
        /^(?!default$)[a-z]+$/i.test(name),
      );
      const lines = names.map(
        (name) => `export const ${name} = /* @__PURE__ */ (() => runtime.${name})();`,
      );
      lines.unshift(`const runtime = require('${path}');`, 'export default runtime;');
      return { contents: lines.join('\n'), resolveDir: '.' };
    });
  },
};

/**
 * Lets esbuild leave out unused code that it would keep, because it cannot know that it has no side
 * effects: two thirds of React Router, which is one module (components, contexts and sets made by
 * calls, warnings and names for developers, the context of an error boundary that only its data router
 * shows), and the validator of Contentful's rich text. Without it every first visit would load 9.3 kB
 * more, and the blog 10.9: more than its limit of 82. esbuild's own `pure` knows no imported names. If
 * a new version of one looks different, the size limits fail.
 */
export const unusedCode: Plugin = {
  name: 'unused-code',
  setup({ onLoad }) {
    const change = (filter: RegExp, changed: (text: string) => string) =>
      onLoad({ filter }, async ({ path }) => ({
        contents: changed(await readFile(path, 'utf8')),
        loader: 'js',
      }));
    change(/\/react-router\/dist\/.+\.mjs$/, (text) =>
      text
        .replace(/^\w+\.(?:contextType|displayName) = .+$/gm, '')
        .replace(
          /^(var \w+ =) (React\w*\[|Object\.getOwnPropertyNames\()(.+);$/gm,
          '$1 /* @__PURE__ */ (() => $2$3)();',
        )
        .replace(/^ +window\.__reactRouterVersion = .*\n.+;$/m, '')
        .replace(/^(?= +warning\()/gm, '/* @__PURE__ */')
        .replace(/^(?=_\w+ = new WeakMap\(\))/gm, 'var ')
        .replace(
          /(?<= = )(?=React\w*\.(?:createContext|forwardRef|memo)\(|new Set\()/g,
          '/* @__PURE__ */ ',
        ),
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
    entryPoints: [HYDRATE, REACT],
    define: { ...options.define, STYLESHEET: JSON.stringify(stylesheet) },
    splitting: true,
    plugins: [await sharedChunks(options), reactByName, unusedCode],
  });
  // React is an entry point only to have a chunk of its own; nobody loads it by that name.
  const { outputs } = pages.metafile;
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint?.startsWith('node_modules/')) {
      await rm(path);
      delete outputs[path];
    }
  const hydration = addressesNeededBy(publicDir, pages.metafile, [HYDRATE]).filter((address) =>
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
  const pageFiles = byPage(metafile, (page) =>
    addressesNeededBy(publicDir, metafile, ['client/index.ts', HYDRATE, page]),
  );
  return { metafile, pageFiles: pageFiles as Client['pageFiles'] };
}

/** Addresses of everything these entry points load: themselves and all their imports. */
function addressesNeededBy(
  folder: string,
  { outputs }: Metafile,
  entryPoints: string[],
  { onDemand = false } = {},
): string[] {
  const starts = Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) =>
    entryPoints.includes(entryPoint) ? path : [],
  );
  return [...neededBy(starts, outputs, { onDemand })].map((path) => `/${relative(folder, path)}`);
}

/**
 * Scripts that a page's own script imports at once, and those of its parts, which would be found out
 * one after the other.
 * @param known whatever page is asked for, these scripts are there
 */
function importsOfPages(folder: string, client: Metafile, known: string[]): ImportsOfPages {
  const imports = byPage(client, (page) =>
    addressesNeededBy(folder, client, [page], { onDemand: true })
      .slice(1)
      .filter((address) => address.endsWith('.js') && !known.includes(address)),
  );
  return Object.fromEntries(Object.entries(imports).filter(([, { length }]) => length > 0));
}

function byPage({ outputs }: Metafile, of: (page: string) => string[]) {
  const pages = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith('shared/pages/') ? [entryPoint] : [],
  );
  return Object.fromEntries(pages.map((page) => [nameOf(page), of(page)]));
}

/**
 * One classic script (Firefox runs no modules there), which the server completes with the pages to
 * keep.
 */
export async function buildServiceWorker(target: Target): Promise<void> {
  await build({
    ...common(target),
    entryPoints: ['client/service-worker.ts'],
    format: 'iife',
    target: BROWSERS,
    sourcemap: false,
    outdir: join(target.out, 'server'),
  });
}
