import { readFileSync } from 'node:fs';
import type { Manifest } from './server/http/assets.ts';
import { TOLERANCE } from './test/support/page-weight.ts';

const { files } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;
const PAGES = 'shared/pages/';

/**
 * Bytes as they cross the wire: `path` is the compressed file that the build wrote. All scripts of a
 * page together are weighed by test/browser/scripts-weight.pages.spec.ts, the pages with their stylesheets
 * and headers by server/pages/weight.test.ts.
 */
export default [
  ...Object.entries(files)
    .filter(([source]) => source.startsWith(PAGES))
    .map(([source, address]) => ({
      name: `Chunk of ${source.slice(PAGES.length)}`,
      path: `dist/public${address}.br`,
      limit: `${12 * TOLERANCE} kB`,
      brotli: false,
    })),
  {
    name: 'Font',
    path: `dist/public${files['shared/site/public-sans.woff2']}`,
    limit: `${18 * TOLERANCE} kB`,
    brotli: false,
  },
];
