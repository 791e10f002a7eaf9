import type { BuildOptions } from 'esbuild';

export interface BuildTarget {
  development: boolean;
  /** Folder of the build. */
  out: string;
}

/**
 * The oldest browsers that get scripts and styles. client/index.ts detects them by features that
 * came with them.
 */
export const BROWSERS = ['chrome111', 'firefox115', 'safari16.4'];

export function commonOptions({ development }: Pick<BuildTarget, 'development'>) {
  return {
    bundle: true,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    // Scripts leave stylesheets out: build/stylesheets.ts makes them.
    loader: { '.svg': 'file', '.woff2': 'file', '.png': 'file', '.css': 'empty' },
    minify: !development,
    jsxDev: development,
    sourcemap: development && 'inline',
    sourcesContent: development,
    assetNames: 'assets/[name]-[hash]',
    publicPath: '/static',
    legalComments: 'none',
    logLevel: 'warning',
    define: {
      'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production'),
      // React leaves out its link to the browser's developer tools: 380 bytes of every page.
      ...(!development && { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }),
    },
  } satisfies BuildOptions;
}
