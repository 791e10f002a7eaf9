import express, { type ErrorRequestHandler, type Router } from 'express';
import * as z from 'zod';
import { isCrossSite } from '../callbacks/http/request.ts';
import { replyEmpty, replyJson, strictRouter } from '../http/reply.ts';
import type { Metrics } from './metrics.ts';

/** A beacon holds five numbers; anything larger is not a beacon. */
const BODY_LIMIT_BYTES = 4096;

const Vital = z.object({
  name: z.enum(['LCP', 'CLS', 'INP', 'TTFB', 'FCP']),
  value: z.number().finite().min(0).max(600_000),
  id: z.string().max(100).optional(),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});
const Beacon = z.union([Vital.transform((vital) => [vital]), z.array(Vital).min(1).max(10)]);

const NOT_A_BEACON = { error: 'not a web-vitals beacon' };

interface VitalsParts {
  metrics: Metrics;
  /** Public origin: beacons from other sites' pages are refused. */
  siteUrl: string;
}

/** `POST /vitals`: web-vitals beacons, kept only as histograms. */
export function createVitals({ metrics, siteUrl }: VitalsParts): Router {
  const router = strictRouter();
  router.post(
    '/vitals',
    express.json({ limit: BODY_LIMIT_BYTES, type: () => true }),
    (request, response) => {
      if (isCrossSite(request.headers, siteUrl)) {
        replyJson(response, 403, { error: 'not from a page of this site' });
        return;
      }
      const beacon = Beacon.safeParse(request.body);
      if (!beacon.success) {
        replyJson(response, 400, NOT_A_BEACON);
        return;
      }
      for (const { name, value, rating } of beacon.data)
        metrics.vitals.observe({ name, rating }, value);
      replyEmpty(response, 204);
    },
  );
  const notJson: ErrorRequestHandler = (_error, _request, response, _next) =>
    replyJson(response, 400, NOT_A_BEACON);
  router.use('/vitals', notJson);
  return router;
}
