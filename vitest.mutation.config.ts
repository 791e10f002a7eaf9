import { defineConfig, mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The quick tests of what stryker.config.json changes: each runs hundreds of times. */
const { projects: _projects, ...test } = config.test ?? {};

export default mergeConfig(
  { ...config, test },
  defineConfig({
    test: {
      include: [
        'server/{http,page,crawl}/**/*.test.ts',
        'shared/head/*.test.{ts,tsx}',
        'test/http/poisoning.test.ts',
      ],
    },
  }),
);
