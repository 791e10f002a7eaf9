import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { collectDependencies, listSources } from './dependency-graph.ts';

/** The entry point of the frame: header, footer, hydration. It loads every page on demand. */
export const HYDRATE = 'client/hydrate.tsx';
export const REACT = 'react-dom/client';
/** The page that most visits begin with. */
const HOME = 'shared/pages/Home.tsx';
const SHARED = 'shared-by-pages';
const SHARED_BY_OTHERS = 'shared-by-other-pages';

/**
 * Puts React into one chunk, what pages share with the frame and what Home needs of shared/head and
 * shared/ui into another, and what only other pages share into a third. esbuild by itself would make
 * a chunk for each set of files that use something, which means more requests and worse compression.
 *
 * A chunk is named by a hash of its content, and so of the names of the chunks that it imports.
 * Nothing imports the frame, and nothing else names the pages: a change of the header renames the
 * frame, a change of a page that page and the frame, and the browser keeps the rest.
 */
export async function sharedChunks(options: BuildOptions): Promise<Plugin> {
  const { inputs } = (
    await build({
      ...options,
      entryPoints: [HYDRATE],
      splitting: true,
      packages: 'external',
      metafile: true,
      write: false,
    })
  ).metafile;
  const onDemand = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
    ),
  );
  const pages = [...onDemand].filter((file) => file.startsWith('shared/'));
  const afterHydration = [...onDemand].filter((file) => !pages.includes(file));
  const pageModules = collectDependencies(pages, inputs);
  const ofHome = collectDependencies([HOME], inputs, { onDemand: true });
  const sharedWith = (shellModules: string[]) =>
    [...collectDependencies(shellModules, inputs)].filter(
      (file) => pageModules.has(file) && /\.tsx?$/.test(file),
    );
  const units = await listSources('shared/{head,ui}/**/*.{ts,tsx}');
  const files = new Set([...sharedWith([HYDRATE]), ...units.filter((file) => ofHome.has(file))]);
  const others = [...sharedWith(afterHydration), ...units].filter(
    (file) => pageModules.has(file) && !files.has(file),
  );
  const importsOf = (modules: Iterable<string>) =>
    [...new Set(modules)].map((file) => `import ${JSON.stringify(file)};`).join('\n');
  const contents = new Map([
    [SHARED, importsOf([REACT, ...[...files].map((file) => resolve(file))])],
    [SHARED_BY_OTHERS, importsOf(others.map((file) => resolve(file)))],
  ]);
  return {
    name: 'shared-chunks',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^shared-by-/ }, ({ path }) => ({ path, namespace: SHARED }));
      onLoad({ filter: /.*/, namespace: SHARED }, ({ path }) => ({
        contents: contents.get(path) as string,
        resolveDir: '.',
      }));
      onLoad({ filter: /\/(?:shared|client)\/.+\.tsx?$/ }, async ({ path }) => {
        const file = relative('.', path);
        if (file !== HYDRATE && !onDemand.has(file)) return null;
        const text = await readFile(path, 'utf8');
        const chunks = [SHARED];
        const needed = collectDependencies([file], inputs);
        if (others.some((other) => needed.has(other))) chunks.push(SHARED_BY_OTHERS);
        return { contents: `${text}\n${importsOf(chunks)}`, loader: 'tsx' };
      });
    },
  };
}
