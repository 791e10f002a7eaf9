import { matchesGlob, relative } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from '../../vitest.config.ts';
import { GROUPS } from './groups.ts';

// Without its setup: what Stryker changed would be built.
const { projects: _projects, globalSetup: _setup, ...test } = config.test ?? {};
const group = GROUPS[process.env.MUTATION_GROUP ?? ''];

/** Runs the files in the order of the group. By default the longest file is run first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      group?.tests.findIndex((pattern) => matchesGlob(relative('.', moduleId), pattern)) ?? 0;
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** The tests of one group, see run.ts. */
export default mergeConfig(
  { ...config, test },
  defineConfig({
    test: {
      // A change to what runs at import is seen only by an import.
      isolate: true,
      // Many a change makes a test wait for ever, and then its end too.
      testTimeout: 20_000,
      hookTimeout: 10_000,
      include: group?.tests ?? [],
      sequence: { sequencer: InOrder },
      setupFiles: group?.inThread ? ['test/mutation/in-thread.ts'] : [],
    },
  }),
);
