import { readFileSync } from 'node:fs';
import type { Manifest } from './server/http/assets.ts';

const { pageFiles, files } = JSON.parse(
  readFileSync('dist/server/manifest.json', 'utf8'),
) as Manifest;
/** Returns the path of the compressed file that the build wrote. */
const compressed = (address: string) => `dist/public${address}.br`;
const PAGES = 'shared/pages/';

/**
 * Bytes as they cross the wire, of what a browser loads before React takes over a page. React and
 * the router are 72 kB of every first visit. The callback form of Home and of a page of the content
 * service comes after that (test/browser/scripts-weight.spec.ts), with 4 kB; it counts on the
 * contact page, which is made of it. The pages themselves, with their stylesheets and headers, are
 * weighed by server/pages/weight.test.ts.
 */
export default [
  ...Object.entries(pageFiles).map(([page, addresses]) => ({
    name: `Scripts before React takes over ${page}`,
    path: addresses.filter((address) => address.endsWith('.js')).map(compressed),
    limit: '96 kB',
    brotli: false,
  })),
  ...Object.entries(files)
    .filter(([source]) => source.startsWith(PAGES))
    .map(([source, address]) => ({
      name: `Chunk of ${source.slice(PAGES.length)}`,
      path: compressed(address),
      limit: '12 kB',
      brotli: false,
    })),
  {
    name: 'Font',
    path: `dist/public${files['shared/site/public-sans.woff2']}`,
    limit: '18 kB',
    brotli: false,
  },
];
