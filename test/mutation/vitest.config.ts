import { defineConfig, mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { GROUPS } from './groups.ts';

// Without its setup: what Stryker changed would be built.
const { projects: _projects, globalSetup: _setup, ...test } = config.test ?? {};
const group = GROUPS[process.env.MUTATION_GROUP ?? ''];

/** The tests of one group, see run.ts. */
export default mergeConfig(
  { ...config, test },
  defineConfig({
    test: {
      // A change to what runs at import is seen only by an import.
      isolate: true,
      // Many a change makes a test wait for ever.
      testTimeout: 45_000,
      include: group?.tests ?? [],
      setupFiles: group?.inThread ? ['test/mutation/in-thread.ts'] : [],
    },
  }),
);
