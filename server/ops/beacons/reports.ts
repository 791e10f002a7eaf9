import type { Router } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod';
import { Windows } from '../../callbacks/http/rate-limit.ts';
import { replyJson, strictRouter } from '../../http/reply.ts';
import { clientAddress, networkOf } from '../address.ts';
import type { Metrics } from '../metrics.ts';
import { createBeacon } from './beacon.ts';

/** Browsers send the reports of a minute together, each with our whole policy in it. */
const BODY_LIMIT_BYTES = 32 * 1024;
/** In ten minutes, from an IPv4 address or an IPv6 /64. */
const CLIENT_LIMIT = 100;
const LOG_INTERVAL_MS = 60_000;

/** What a browser can say was broken (CSP 3, sections 6.1 to 6.4, and Trusted Types, section 4). */
const DIRECTIVES = new Set([
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);

/** Of what browsers send, the names of the directives are read and nothing else. */
const Reports = z.union([
  // Reporting API, section 3.5; CSP 3, section 5.
  z
    .array(z.object({ body: z.object({ effectiveDirective: z.string().optional() }).nullish() }))
    .min(1)
    .max(100)
    .transform((reports) => reports.map(({ body }) => body?.effectiveDirective)),
  // CSP 3, section 5.3, for browsers that do not know `report-to`.
  z
    .object({ 'csp-report': z.object({ 'effective-directive': z.string().optional() }) })
    .transform((report) => [report['csp-report']['effective-directive']]),
]);

interface ReportsParts {
  metrics: Pick<Metrics, 'cspViolations'>;
  log: Logger;
  siteUrl: string;
  trustProxy: number;
}

/**
 * `POST /reports`: what browsers refused by the Content-Security-Policy, kept only as counts.
 * Extensions cause such reports too, so that one by itself says little.
 */
export function createReports({ metrics, log, siteUrl, trustProxy }: ReportsParts): Router {
  // Prometheus sees a rise only from a value that it has already scraped.
  for (const directive of [...DIRECTIVES, 'other']) metrics.cspViolations.inc({ directive }, 0);
  const clients = new Windows(CLIENT_LIMIT);
  let quietUntil = 0;
  const router = strictRouter();
  router.post('/reports', (request, response, next) => {
    const client = networkOf(clientAddress(request, trustProxy), 64);
    const seconds = clients.secondsFull(client);
    if (seconds === 0) {
      clients.count(client);
      return next();
    }
    response.setHeader('Retry-After', String(seconds));
    replyJson(response, 429, { error: 'too many reports' });
  });
  router.use(
    createBeacon({
      path: '/reports',
      name: 'report of a browser',
      limitBytes: BODY_LIMIT_BYTES,
      types: ['application/reports+json', 'application/csp-report'],
      shape: Reports,
      siteUrl,
      take(directives) {
        const names = directives.map((name = '') => (DIRECTIVES.has(name) ? name : 'other'));
        for (const directive of names) metrics.cspViolations.inc({ directive });
        if (performance.now() < quietUntil) return;
        quietUntil = performance.now() + LOG_INTERVAL_MS;
        log.warn(
          { directive: names[0] },
          'a browser refused a part of a page, by its Content-Security-Policy',
        );
      },
    }),
  );
  return router;
}
