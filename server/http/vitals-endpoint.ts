import * as z from 'zod';
import { ACCIDENT_STEPS } from '../../shared/content/accident-steps.ts';
import type { VisitorAction } from '../../shared/privacy/reports.ts';
import { NOT_FOUND_ROUTE, ROUTES } from '../../shared/routes.ts';
import { type Company, telHref, whatsAppHref } from '../../shared/site/company.ts';
import type { Metrics } from '../ops/metrics.ts';
import { beaconEndpoint } from './beacon.ts';
import type { Endpoint } from './endpoints.ts';

/** A beacon holds ten numbers or actions; anything larger is not a beacon. */
const BODY_LIMIT_BYTES = 4096;

const Vital = z.object({
  name: z.enum(['LCP', 'CLS', 'INP', 'TTFB', 'FCP']),
  value: z.number().finite().min(0).max(600_000),
  id: z.string().min(1).max(100),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});

const page = z.enum([...ROUTES, NOT_FOUND_ROUTE].map(({ id }) => id));
/** The target of a call: a number, or a chat in WhatsApp. */
const CALL_HREF = /^(tel:|https:\/\/wa\.me\/)/;
const Action = z.discriminatedUnion('name', [
  z.object({ name: z.literal('call'), page, of: z.string().regex(CALL_HREF).max(60) }),
  z.object({ name: z.literal('step'), page, of: z.enum(ACCIDENT_STEPS.map(({ id }) => id)) }),
  z.object({ name: z.enum(['form-begun', 'form-sent']), page }),
]) satisfies z.ZodType<VisitorAction>;

const Report = z.union([Vital, Action]);
const Reports = z.union([Report.transform((report) => [report]), z.array(Report).min(1).max(10)]);

interface VitalsDeps {
  metrics: Metrics;
  siteUrl: string;
  trustProxy: number;
  company: Company;
  /** Adds one to a weekly count of the desk. */
  count: (what: string, page: string) => void;
}

/**
 * `POST /vitals`: web-vitals beacons, kept only as histograms, and actions, kept only as counts.
 */
export function vitalsEndpoint(deps: VitalsDeps): Endpoint {
  const { metrics, siteUrl, trustProxy, company, count } = deps;
  // The browser knows the link; a count needs one of a few labels.
  const labelsByHref = new Map([
    ['tel:999', '999'],
    ['tel:101', '101'],
    [telHref(company.phone), 'main'],
    [telHref(company.phone24h), 'helpline'],
    [company.whatsapp && whatsAppHref(company.whatsapp), 'whatsapp'],
  ]);
  const actionDetail = (action: z.infer<typeof Action>): string => {
    if (action.name === 'call') return labelsByHref.get(action.of) ?? 'other';
    return action.name === 'step' ? action.of : '';
  };
  return beaconEndpoint({
    path: '/vitals',
    name: 'web-vitals beacon',
    limitBytes: BODY_LIMIT_BYTES,
    schema: Reports,
    siteUrl,
    trustProxy,
    onReceive(reports) {
      for (const report of reports) {
        if ('rating' in report) {
          const { name, value, rating } = report;
          metrics.vitals.observe({ name, rating }, value);
        } else {
          const { name, page } = report;
          const of = actionDetail(report);
          metrics.visitorActions.inc({ action: name, of, page });
          count(of ? `${name} ${of}` : name, page);
        }
      }
    },
  });
}
