import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod';
import {
  BROWSER_KINDS,
  ERROR_REPORT,
  type ErrorReport,
  withoutPersonalData,
} from '../../shared/privacy/reports.ts';
import type { Metrics } from '../ops/metrics.ts';
import { clientAddress, networkOf } from './address.ts';
import { beaconEndpoint } from './beacon.ts';
import type { Endpoint } from './endpoints.ts';
import { createFixedWindows } from './limits.ts';
import { replyJson } from './reply.ts';

/** Browsers send the reports of a minute together, each with our whole policy in it. */
const BODY_LIMIT_BYTES = 32 * 1024;
/** In ten minutes, from an IPv4 address or an IPv6 /64. */
const CLIENT_LIMIT = 100;
const LOG_INTERVAL_MS = 60_000;

/** What a browser can say was broken (CSP 3, sections 6.1 to 6.4, and Trusted Types, section 4). */
const DIRECTIVES =
  `base-uri child-src connect-src default-src font-src form-action frame-ancestors frame-src
  img-src manifest-src media-src object-src require-trusted-types-for script-src
  script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types
  worker-src other`.split(/\s+/);
const directive = z
  .string()
  .optional()
  .transform((name) => DIRECTIVES.find((one) => one === name) ?? 'other');

/** Errors that this site's own script reports (client/error-reports.ts), some of one page. */
const Errors = z
  .array(
    z.object({
      type: z.literal(ERROR_REPORT),
      body: z.object({
        message: z.string().max(1000).transform(withoutPersonalData),
        place: z.string().regex(/^(?:\/[\w./-]{1,200}:\d{1,7}:\d{1,7})?$/),
        build: z.string().regex(/^\w{0,40}$/),
        browser: z.enum(BROWSER_KINDS),
      }),
    }),
  )
  .min(1)
  .max(5)
  .transform((reports) => reports.map(({ body }) => body));

/** Of what browsers send by themselves, the names of the directives are read and nothing else. */
const Refusals = z.union([
  // Reporting API, section 3.5; CSP 3, section 5.
  z
    .array(
      z.object({
        type: z.unknown().refine((type) => type !== ERROR_REPORT),
        body: z.object({ effectiveDirective: directive }).nullish(),
      }),
    )
    .min(1)
    .max(100)
    .transform((reports) => reports.map(({ body }) => body?.effectiveDirective ?? 'other')),
  // CSP 3, section 5.3, for browsers that do not know `report-to`.
  z
    .object({ 'csp-report': z.object({ 'effective-directive': directive }) })
    .transform((report) => [report['csp-report']['effective-directive']]),
]);

const Reports = z.union([
  Errors.transform((errors) => ({ errors, directives: [] })),
  Refusals.transform((directives) => ({ errors: [], directives })),
]);

/**
 * `POST /reports`: what browsers refused by the Content-Security-Policy, and errors in their pages,
 * kept as counts; of each kind one a minute is logged. Extensions cause refusals too, so that one by
 * itself says little.
 */
export function reportsEndpoint(parts: {
  metrics: Metrics;
  log: Logger;
  siteUrl: string;
  trustProxy: number;
}): Endpoint {
  const { metrics, log, siteUrl, trustProxy } = parts;
  // Prometheus sees a rise only from a value that it has already scraped.
  for (const directive of DIRECTIVES) metrics.cspViolations.inc({ directive }, 0);
  for (const browser of BROWSER_KINDS) metrics.browserErrors.inc({ browser }, 0);
  const clients = createFixedWindows(CLIENT_LIMIT);
  const logRefusal = oncePer(LOG_INTERVAL_MS, (directive: string) =>
    log.warn({ directive }, 'a browser refused a part of a page, by its Content-Security-Policy'),
  );
  const logError = oncePer(LOG_INTERVAL_MS, ({ build: script, ...error }: ErrorReport) =>
    log.warn({ ...error, script }, 'a page failed in the browser of a visitor'),
  );
  const limit: RequestHandler = (request, response, next) => {
    const client = networkOf(clientAddress(request, trustProxy), 64);
    const seconds = clients.secondsFull(client);
    if (seconds === 0) {
      clients.count(client);
      return next();
    }
    response.setHeader('Retry-After', String(seconds));
    replyJson(response, 429, { error: 'too many reports' });
  };
  return beaconEndpoint({
    path: '/reports',
    name: 'report of a browser',
    limitBytes: BODY_LIMIT_BYTES,
    types: ['application/reports+json', 'application/csp-report'],
    shape: Reports,
    siteUrl,
    before: [limit],
    take({ errors, directives }) {
      for (const directive of directives) {
        metrics.cspViolations.inc({ directive });
        logRefusal(directive);
      }
      for (const error of errors) {
        metrics.browserErrors.inc({ browser: error.browser });
        logError(error);
      }
    },
  });
}

/** A function that is called at most once in so many milliseconds; more calls are dropped. */
function oncePer<T>(interval: number, call: (value: T) => void): (value: T) => void {
  let quietUntil = 0;
  return (value) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + interval;
    call(value);
  };
}
