import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildPrograms } from '../../build/programs.ts';
import { findCalls } from './find-calls.ts';

const INJECTOR = resolve('test/faults/injector.ts');
const WATCHED = /^(node:)?(fs|fs\/promises|zlib|http|https|net|tls|dns|dns\/promises)$/;

/**
 * The site, with every call to the outside passed through the injector, in a folder of its own.
 * @returns the calls that were found in the code
 */
export async function buildWithFaults(): Promise<{ dist: string; sites: string[] }> {
  const dist = mkdtempSync(join(tmpdir(), 'faults-dist-'));
  cpSync('dist', dist, { recursive: true });
  const sitesOf = new Map<string, string[]>();
  const plugin: Plugin = {
    name: 'faults',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\/server\/.*\.tsx?$/ }, ({ path }) => {
        const found = findCalls(readFileSync(path, 'utf8'), relative('.', path));
        sitesOf.set(relative('.', path), found.sites);
        const loader = path.endsWith('x') ? 'tsx' : 'ts';
        return { contents: `import { __fault } from '${INJECTOR}';${found.code}`, loader };
      });
      onResolve({ filter: WATCHED }, ({ importer, path, namespace }) => {
        const [, owner] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer) ?? [];
        if (namespace !== 'file' || !owner || !isBuiltin(path)) return null;
        return { path: `${owner} ${path}`, namespace: 'watched' };
      });
      onLoad({ filter: /.*/, namespace: 'watched' }, ({ path }) => {
        const [owner, module] = path.split(' ');
        return {
          contents: `const { __fault } = require('${INJECTOR}');
            module.exports = __fault.library('${owner}', '${module?.replace('node:', '')}', require('${module}'));`,
          resolveDir: resolve('.'),
        };
      });
    },
  };
  const { outputs } = await buildPrograms({ development: false, out: dist }, undefined, [plugin]);
  // The site itself and its threads: programs that somebody runs by hand may end with an error.
  const sites = Object.entries(outputs)
    .filter(([path]) => /\/(site|[\w-]*worker)\.js$/.test(path))
    .flatMap(([, { inputs }]) => Object.keys(inputs))
    .flatMap((input) => sitesOf.get(input) ?? []);
  return { dist, sites: [...new Set(sites)] };
}
