import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { filesOf, neededBy } from './sources.ts';

/** The entry point of the frame: header, footer, hydration. It loads every page on demand. */
export const HYDRATE = 'client/hydrate.tsx';
export const REACT = 'react-dom/client';
const SHARED = 'shared-by-pages';

/**
 * Puts React into one chunk, and the code that pages share with the frame or in shared/ui into
 * another. esbuild by itself would make a chunk for each set of files that use something, which
 * means more requests and worse compression.
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
  const frame = [HYDRATE, ...onDemand].filter((file) => !pages.includes(file));
  const ofPages = neededBy(pages, inputs);
  const shared = [...neededBy(frame, inputs)].filter(
    (file) => ofPages.has(file) && /\.tsx?$/.test(file),
  );
  const files = new Set([...shared, ...(await filesOf('shared/ui/**/*.tsx'))]);
  const contents = [REACT, ...[...files].map((file) => resolve(file))]
    .map((file) => `import ${JSON.stringify(file)};`)
    .join('\n');
  return {
    name: 'shared-chunks',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${SHARED}$`) }, ({ path }) => ({ path, namespace: SHARED }));
      onLoad({ filter: /.*/, namespace: SHARED }, () => ({ contents, resolveDir: '.' }));
      onLoad({ filter: /\/(?:shared|client)\/.+\.tsx?$/ }, async ({ path }) => {
        const file = relative('.', path);
        if (file !== HYDRATE && !onDemand.has(file)) return null;
        const text = await readFile(path, 'utf8');
        return { contents: `${text}\nimport '${SHARED}';`, loader: 'tsx' };
      });
    },
  };
}
