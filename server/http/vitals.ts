import * as z from 'zod';
import type { Metrics } from '../ops/metrics.ts';
import { beaconEndpoint } from './beacon.ts';
import type { Endpoint } from './endpoints.ts';

/** A beacon holds five numbers; anything larger is not a beacon. */
const BODY_LIMIT_BYTES = 4096;

const Vital = z.object({
  name: z.enum(['LCP', 'CLS', 'INP', 'TTFB', 'FCP']),
  value: z.number().finite().min(0).max(600_000),
  id: z.string().max(100).optional(),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});
const Vitals = z.union([Vital.transform((vital) => [vital]), z.array(Vital).min(1).max(10)]);

interface VitalsParts {
  metrics: Metrics;
  siteUrl: string;
}

/** `POST /vitals`: web-vitals beacons, kept only as histograms. */
export function vitalsEndpoint({ metrics, siteUrl }: VitalsParts): Endpoint {
  return beaconEndpoint({
    path: '/vitals',
    name: 'web-vitals beacon',
    limitBytes: BODY_LIMIT_BYTES,
    shape: Vitals,
    siteUrl,
    take(vitals) {
      for (const { name, value, rating } of vitals) metrics.vitals.observe({ name, rating }, value);
    },
  });
}
