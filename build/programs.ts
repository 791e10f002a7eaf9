import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
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
  site: 'server/index.ts',
  callbacks: 'server/callbacks/cli.ts',
  'sqlite-worker': 'server/database/sqlite-worker.ts',
  'content-check': 'server/blog/content-check.ts',
  golive: 'server/config/golive.ts',
  setup: 'server/config/setup.ts',
};

/**
 * Programs for Node with everything they need in one file, so that the container holds no
 * node_modules.
 */
export async function buildPrograms(target: Target): Promise<Metafile> {
  const { metafile } = await build({
    ...common(target),
    entryPoints: PROGRAMS,
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
    // Dependencies in CommonJS call require(), which an ES module does not have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return metafile;
}

/**
 * What `node dist/server/index.js` runs: it has V8 keep the compiled code from one start to the
 * next, which must be said before that code is loaded. An older Node would stop at the first name
 * that it does not export, so it is told first. Without a package.json beside them Node would read
 * the files twice to find out what they are.
 */
export async function writeStart({ out }: Target): Promise<void> {
  const start = `if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('The site needs Node 24 or newer; this is ' + process.version + '.\\n');
  process.exit(1);
}
(await import('node:module')).enableCompileCache();
await import('./site.js');
`;
  await writeFile(join(out, 'server/index.js'), start);
  await writeFile(join(out, 'package.json'), '{"type":"module"}\n');
}
