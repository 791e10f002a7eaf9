import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/**
 * Threads and programs that tests start by the hundred read what Node has compiled before: a database's
 * thread took four times the processor's time without.
 */
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');

/**
 * Pictures and fonts have the address that the build gave them, so that what a test renders is what
 * the site serves.
 */
const builtAddresses = {
  name: 'built-addresses',
  enforce: 'pre' as const,
  load(id: string) {
    if (!/\.(svg|woff2|png)$/.test(id)) return null;
    const { files } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as {
      files: Record<string, string>;
    };
    return `export default ${JSON.stringify(files[relative('.', id)])}`;
  },
};

/** Names what passed at the second try only, and says what was wrong at the first. */
const secondTries: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [reason] = test.result().errors?.[0]?.message.split('\n') ?? [];
    console.info(` Second try: ${test.module.relativeModuleId} ${test.name}: ${reason}`);
  },
};

const FULL = '**/*.full.test.ts';
/** Stricter than in `npm test`: see test/support/page-weight.ts. */
const WEIGHT = 'server/pages/weight.test.ts';
/** Random: `npm test` tries a few. */
const HISTORIES = 'server/content/blog-history.property.test.ts';
const IMAGE = 'deploy/image.full.test.ts';
const WITH_PHP = 'server/callbacks/form/contact-route-php{,.full}.test.ts';

export default defineConfig({
  plugins: [builtAddresses],
  test: {
    globalSetup: ['test/support/built-site.ts'],
    setupFiles: ['test/support/fail-on-console-error.ts'],
    // One core is left to the servers and databases that tests start.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Loading the site's modules anew for every file took a third of the processor's time.
    isolate: false,
    // Nothing counts on this: it ends what hangs, on a machine that is busy too.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // A machine that stood still for seconds fails no run; .ci/run names what needed a second try.
    retry: 1,
    reporters: ['default', secondTries],
    // What a test waits for comes at once, unless the machine is busy with something else.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{server,shared,client,test,deploy,build,content}/**/*.test.{ts,tsx}'],
          exclude: [FULL],
        },
      },
      // Needs programs that npm does not bring: Caddy, PostgreSQL. See .ci/run.
      {
        extends: true,
        test: {
          name: 'full',
          include: [FULL, HISTORIES, WEIGHT],
          exclude: ['node_modules/**', IMAGE],
          env: { BLOG_HISTORIES: '10000', FULL: 'on' },
        },
      },
      // Needs podman, and a machine that lets root make containers.
      { extends: true, test: { name: 'image', include: [IMAGE] } },
      // What was promised with the PHP that npm brings, with one of Debian's as a server of its own.
      { extends: true, test: { name: 'php', include: [WITH_PHP], env: { PHP: 'native' } } },
    ],
  },
});
