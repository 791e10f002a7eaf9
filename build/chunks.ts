import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { listSources } from './dependency-graph.ts';

/** The entry point of the browser's scripts: header, footer, hydration. It loads pages on demand. */
export const HYDRATE = 'client/hydrate.tsx';
export const REACT = 'react-dom/client';

/** Small modules that several pages use, and the frame does not. */
const SMALL = 'shared/{ui/**/*,head/metadata,home/QuestionList,privacy/analytics-opt-out}.{ts,tsx}';
const NAMESPACE = 'with-frame';

/**
 * Puts React into one chunk, and the frame with the small components of pages into another. esbuild
 * makes a chunk for each set of entry points that use something: a dozen for a page, in more
 * requests and with worse compression. So whatever is loaded on demand imports the whole frame,
 * which every page has anyway.
 */
export async function frameChunk(): Promise<Plugin> {
  const frame = [HYDRATE, ...(await listSources(SMALL))];
  return {
    name: 'frame-chunk',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\.tsx?$/ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import' || kind === 'entry-point'
          ? { path: relative('.', join(resolveDir, path)), namespace: NAMESPACE }
          : null,
      );
      onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: [
          ...frame.map((file) => `import ${JSON.stringify(`./${file}`)};`),
          `export * from ${JSON.stringify(`./${path}`)};`,
        ].join('\n'),
        resolveDir: '.',
      }));
    },
  };
}

/** Returns the file of an entry point, as a metafile names it. */
export function fileOf(entryPoint: string): string {
  return entryPoint.replace(`${NAMESPACE}:`, '');
}

/**
 * Leaves out the validator of rich text, which no page calls. The package does not say that its
 * modules do nothing when they are imported (`sideEffects` in package.json).
 */
export const withoutValidator: Plugin = {
  name: 'without-validator',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ importer, path, resolveDir }) =>
      importer.includes(join('@contentful', 'rich-text-types'))
        ? { path: join(resolveDir, path), sideEffects: false }
        : null,
    );
  },
};
