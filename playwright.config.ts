import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './test/support/chromium.ts';
import { freePort } from './test/support/free-port.ts';
import { TEST_COMPANY } from './test/support/test-company.ts';

/**
 * Ports that were free when the run began. Playwright reads this file in every worker again; they
 * inherit the environment, and with it the choice of the first.
 */
process.env.SITE_PORT ??= String(await freePort());
process.env.DEVELOPMENT_SITE_PORT ??= String(await freePort());
const PORT = process.env.SITE_PORT;
const DEVELOPMENT_PORT = process.env.DEVELOPMENT_SITE_PORT;

const IS_FULL = process.env.FULL === 'on';

/**
 * The development build says what React finds wrong with the hydration, which the production build
 * only counts.
 */
const DEVELOPMENT_SITE = {
  command:
    'node esbuild.config.ts --development --out=dist-development && node dist-development/server/index.js',
  env: {
    ...TEST_COMPANY,
    SERVICE_WORKER: 'off',
    PORT: DEVELOPMENT_PORT,
    DATA_DIR: 'test-results/data-development',
    LOG_LEVEL: 'warn',
  },
  url: `http://127.0.0.1:${DEVELOPMENT_PORT}/readyz`,
  timeout: 120_000,
};

export default defineConfig({
  testDir: 'test/browser',
  // Take long, need more than npm brings, or one certain Chromium: see `npm run test:full`.
  testIgnore: IS_FULL ? [] : ['*.full.spec.ts'],
  // The same on every machine: nothing recorded depends on the system.
  snapshotPathTemplate: '{testDir}/recorded/{arg}{ext}',
  outputDir: 'test-results',
  fullyParallel: true,
  // The rest is left to the sites under test and, in `npm test`, to the unit tests beside them.
  workers: Math.max(IS_FULL ? 2 : 1, availableParallelism() - 1),
  reporter: [['line']],
  // What failed is run again to be traced; .ci/run names what passed then.
  retries: 1,
  // Nothing counts on this: it ends what hangs, on a machine that is busy too.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: 'en-GB',
    // A trace of every test would cost a quarter more of the processor: see `retries`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findChromium(), args: CHROMIUM_ARGS },
  },
  webServer: [
    {
      command: 'node test/support/built-site.ts && node dist/server/index.js',
      // Requests that a service worker answers cannot be held or failed by a test;
      // test/browser/connection/service-worker.full.spec.ts starts sites of its own.
      env: {
        ...TEST_COMPANY,
        SERVICE_WORKER: 'off',
        // As good as never: all tests together would send more beacons than one client may.
        // test/browser/endpoints-measuring.full.spec.ts starts a site of its own.
        VITALS_SAMPLE_RATE: '0.000001',
        PORT: PORT,
        DATA_DIR: 'test-results/data',
        CONTACT_RATE_LIMIT: '100000',
        LOG_LEVEL: 'warn',
      },
      url: `http://127.0.0.1:${PORT}/readyz`,
      timeout: 120_000,
    },
    ...(IS_FULL ? [DEVELOPMENT_SITE] : []),
  ],
});
