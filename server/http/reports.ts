import type { Logger } from 'pino';
import * as z from 'zod';
import {
  BROWSER_KINDS,
  ERROR_REPORT_TYPE,
  type ErrorReport,
  redactPersonalData,
} from '../../shared/privacy/reports.ts';
import type { Metrics } from '../ops/metrics.ts';
import { beaconEndpoint } from './beacon.ts';
import type { Endpoint } from './endpoints.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const LOG_INTERVAL_MS = 60_000;

/** Errors that this site's own script reports (client/error-reports.ts), some of one page. */
const Reports = z
  .array(
    z.object({
      type: z.literal(ERROR_REPORT_TYPE),
      body: z.object({
        message: z.string().max(1000).transform(redactPersonalData),
        place: z.string().regex(/^(?:\/[\w./-]{1,200}:\d{1,7}:\d{1,7})?$/),
        build: z.string().regex(/^\w{0,40}$/),
        browser: z.enum(BROWSER_KINDS),
      }),
    }),
  )
  .min(1)
  .max(5)
  .transform((reports) => reports.map(({ body }) => body));

/**
 * React's message when a page was changed before hydration: a number in production
 * (https://react.dev/errors/418), a text during development. Translators and extensions change
 * pages, which go on working.
 */
const HYDRATION_MISMATCH =
  /React error #4(?:18|23|25)\b|Hydration failed|error while hydrating|Text content does not match/;

/**
 * `POST /reports`: errors in visitors' browsers, kept as counts; one a minute is logged. A page
 * that something else has changed is no error of the site, and is counted by itself.
 */
export function reportsEndpoint(deps: {
  metrics: Metrics;
  log: Logger;
  siteUrl: string;
  trustProxy: number;
}): Endpoint {
  const { metrics, log, siteUrl, trustProxy } = deps;
  // Prometheus sees a rise only from a value that it has already scraped.
  for (const browser of BROWSER_KINDS) {
    metrics.browserErrors.inc({ browser }, 0);
    metrics.hydrationMismatches.inc({ browser }, 0);
  }
  let nextLogAt = 0;
  const logError = ({ build: script, ...error }: ErrorReport) => {
    const now = performance.now();
    if (now < nextLogAt) return;
    nextLogAt = now + LOG_INTERVAL_MS;
    log.warn({ ...error, script }, 'a page failed in the browser of a visitor');
  };
  return beaconEndpoint({
    path: '/reports',
    name: 'report of a browser',
    limitBytes: BODY_LIMIT_BYTES,
    types: ['application/reports+json'],
    schema: Reports,
    siteUrl,
    trustProxy,
    onReceive(errors) {
      for (const error of errors) {
        const { browser, message } = error;
        if (HYDRATION_MISMATCH.test(message)) {
          metrics.hydrationMismatches.inc({ browser });
          continue;
        }
        metrics.browserErrors.inc({ browser });
        logError(error);
      }
    },
  });
}
