import { beforeEach } from 'vitest';

/**
 * A thread has global values of its own: Stryker's code in it takes the change to make from the
 * environment. What the main thread runs of the same files says nothing of the thread, so that it is
 * no coverage.
 */
beforeEach(() => {
  const { __stryker__: stryker = {} } = globalThis as {
    __stryker__?: { activeMutant?: string; mutantCoverage?: unknown };
  };
  process.env.__STRYKER_ACTIVE_MUTANT__ = stryker.activeMutant ?? '';
  stryker.mutantCoverage = undefined;
});
