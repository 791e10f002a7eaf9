import { defineConfig, mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { GROUPS } from './groups.ts';

const { projects: _projects, ...test } = config.test ?? {};
const group = GROUPS[process.env.MUTATION_GROUP ?? ''];

/** The tests of one group, see run.ts. */
export default mergeConfig(
  { ...config, test },
  defineConfig({
    test: {
      include: group?.tests ?? [],
      setupFiles: group?.inThread ? ['test/mutation/in-thread.ts'] : [],
    },
  }),
);
