import express, { type ErrorRequestHandler, Router } from 'express';
import * as z from 'zod';
import type { Metrics } from './metrics.ts';

/** Beacons hold five numbers; anything larger is not one. */
const BODY_LIMIT_BYTES = 4096;

const Vital = z.object({
  name: z.enum(['LCP', 'CLS', 'INP', 'TTFB', 'FCP']),
  value: z.number().finite().min(0).max(600_000),
  id: z.string().max(100).optional(),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});
const Beacon = z.union([Vital.transform((vital) => [vital]), z.array(Vital).min(1).max(10)]);

/** `POST /vitals`: web-vitals beacons, kept as histograms and as nothing else. */
export function createVitals({ metrics }: { metrics: Metrics }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.post(
    '/vitals',
    express.json({ limit: BODY_LIMIT_BYTES, type: () => true }),
    (request, response) => {
      response.set('Cache-Control', 'no-store');
      const beacon = Beacon.safeParse(request.body);
      if (!beacon.success) {
        response.status(400).json({ error: 'not a web-vitals beacon' });
        return;
      }
      for (const { name, value, rating } of beacon.data)
        metrics.vitals.observe({ name, rating }, value);
      response.status(204).end();
    },
  );
  const notJson: ErrorRequestHandler = (_error, _request, response, _next) => {
    response
      .status(400)
      .set('Cache-Control', 'no-store')
      .json({ error: 'not a web-vitals beacon' });
  };
  router.use('/vitals', notJson);
  return router;
}
