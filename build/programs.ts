import { cp, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { common, type Target } from './options.ts';

/**
 * An ES import of a module of Node's is carried out before anything else runs, though the package
 * that has it may be loaded late or never, and reads all that the module exports: of node:http its
 * WebSocket too, and with that loads Node's fetch. It would be a sixth of every start.
 */
const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?[\w/]+$/ }, ({ kind, path }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'required' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

const PROGRAMS = {
  start: 'server/start.ts',
  callbacks: 'server/callbacks/cli.ts',
  'sqlite-worker': 'server/database/sqlite-worker.ts',
  'content-check': 'server/content/content-check.ts',
  golive: 'server/config/golive.ts',
  setup: 'server/config/setup.ts',
};

const SITE = { site: 'server/index.ts' };

/**
 * Programs for Node with everything they need in one file, so that the container holds no
 * node_modules. The site is CommonJS, as `index.js` runs it from compiled code, except in development.
 */
export async function buildPrograms(target: Target): Promise<Metafile> {
  const options = {
    ...common(target),
    platform: 'node',
    plugins: [requireBuiltins],
    target: 'node24',
    // Bundling these would take most of the time of a rebuild.
    packages: target.development ? 'external' : 'bundle',
    // Read at every start: without comments and blanks it is a third shorter. Names stay, for stack
    // traces.
    minify: false,
    minifyWhitespace: !target.development,
    minifySyntax: !target.development,
    outdir: join(target.out, 'server'),
  } satisfies BuildOptions;
  const modules = build({
    ...options,
    entryPoints: target.development ? { ...PROGRAMS, ...SITE } : PROGRAMS,
    // Dependencies in CommonJS call require(), which an ES module does not have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  if (target.development) return (await modules).metafile;
  const site = build({
    ...options,
    entryPoints: SITE,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // As Node itself wraps a CommonJS module.
    banner: { js: '(function (require, module, __filename, __dirname) {' },
    footer: { js: '})' },
    define: {
      ...options.define,
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
    },
  });
  const [programs, served] = await Promise.all([modules, site]);
  return {
    inputs: { ...programs.metafile.inputs, ...served.metafile.inputs },
    outputs: { ...programs.metafile.outputs, ...served.metafile.outputs },
  };
}

/**
 * What `node dist/server/index.js` runs. Without a package.json beside them Node would read the
 * programs twice to find out what they are.
 */
export async function writeStart({ development, out }: Target): Promise<void> {
  const index = join(out, 'server/index.js');
  if (development) await writeFile(index, "import './site.js';\n");
  else await cp(join(import.meta.dirname, 'index.js'), index);
  await writeFile(join(out, 'package.json'), '{"type":"module"}\n');
}
