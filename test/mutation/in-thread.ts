import { beforeEach } from 'vitest';

/**
 * A thread has global values of its own: Stryker's code in it takes the change to make from the
 * environment.
 */
beforeEach(() => {
  const { __stryker__: stryker } = globalThis as { __stryker__?: { activeMutant?: string } };
  process.env.__STRYKER_ACTIVE_MUTANT__ = stryker?.activeMutant ?? '';
});
