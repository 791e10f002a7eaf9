import { cp, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { type BuildTarget, commonOptions } from './options.ts';

/**
 * An ES import of a module of Node's is carried out before anything else runs, though the package
 * that has it may be loaded late or never, and reads all that the module exports: of node:http its
 * WebSocket too, and with that loads Node's fetch. It would be 30 ms of every start.
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

/** Files of a build, and what each is built from. */
const PROGRAMS = {
  site: 'server/index.ts',
  start: 'server/start.ts',
  callbacks: 'server/callbacks/cli.ts',
  'sqlite-worker': 'server/database/sqlite-worker.ts',
  'content-check': 'server/content/content-check.ts',
  golive: 'server/content/golive.ts',
  setup: 'server/config/setup.ts',
  photos: 'server/config/site-file/photos-command.ts',
};

/**
 * Packages that only some settings need. Each is a file of its own, which the programs import on
 * demand, so that a start does not read it.
 */
const ON_DEMAND = ['contentful', 'http-proxy-middleware', 'nodemailer', 'pg'];

const importOnDemand: Plugin = {
  name: 'import-on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /^[\w-]+$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && ON_DEMAND.includes(path)
        ? { path: `./${path}.js`, external: true }
        : null,
    );
  },
};

/** Programs for Node, with everything they need, so that the container holds no node_modules. */
export async function buildPrograms(target: BuildTarget): Promise<Metafile> {
  const outdir = join(target.out, 'server');
  const { metafile } = await build({
    ...commonOptions(target),
    entryPoints: target.development
      ? PROGRAMS
      : { ...PROGRAMS, ...Object.fromEntries(ON_DEMAND.map((name) => [name, name])) },
    platform: 'node',
    plugins: target.development ? [requireBuiltins] : [requireBuiltins, importOnDemand],
    target: 'node24',
    // Bundling these would take most of the time of a rebuild.
    packages: target.development ? 'external' : 'bundle',
    // Read at every start: without comments and blanks it is a third shorter. Names stay, for stack
    // traces.
    minify: false,
    minifyWhitespace: !target.development,
    minifySyntax: !target.development,
    // Dependencies in CommonJS call require(), which an ES module does not have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    outdir,
  });
  await cp(join(import.meta.dirname, 'launcher.js'), join(outdir, 'index.js'));
  await cp('server/database/migrations', join(outdir, 'migrations'), { recursive: true });
  // Without it Node would read the programs twice to find out that they are modules.
  await writeFile(join(target.out, 'package.json'), '{"type":"module"}\n');
  return metafile;
}
