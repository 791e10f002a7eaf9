import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type * as z from 'zod';
import { clientAddress } from './client-address.ts';
import type { Endpoint } from './endpoints.ts';
import { isCrossSite } from './host.ts';
import { createClientLimiter } from './rate-limits.ts';
import { replyEmpty, replyJson } from './reply.ts';

/** Beacons accepted from one client in ten minutes: more than the pages of an hour send. */
const MAX_BEACONS_PER_CLIENT = 100;

interface Beacon<T> {
  path: string;
  /** The name of the expected body, for the response to another one. */
  name: string;
  limitBytes: number;
  types?: readonly string[];
  schema: z.ZodType<T>;
  /** The public origin. Beacons from pages of other sites are refused. */
  siteUrl: string;
  trustProxy: number;
  onReceive(content: T): void;
}

/**
 * Creates an endpoint for the JSON that browsers post about this site's pages: 204 when it is
 * accepted, 403 from another site, 429 from a client that sends too many, 400 for anything else.
 */
export function beaconEndpoint<T>(beacon: Beacon<T>): Endpoint {
  const { path, name, limitBytes, types, schema, siteUrl, trustProxy, onReceive } = beacon;
  const clients = createClientLimiter(MAX_BEACONS_PER_CLIENT);
  const refusal = { error: `not a ${name}` };
  const readJson = express.json({ limit: limitBytes, type: types ? [...types] : () => true });
  const rejectCrossSite: RequestHandler = ({ headers }, response, next) => {
    if (isCrossSite(headers, siteUrl))
      replyJson(response, 403, { error: 'not from a page of this site' });
    else next();
  };
  const limit: RequestHandler = (request, response, next) => {
    const client = clientAddress(request, trustProxy);
    const seconds = clients.secondsFull(client);
    if (seconds > 0) {
      response.setHeader('Retry-After', String(seconds));
      replyJson(response, 429, { error: `too many of these: ${name}` });
      return;
    }
    clients.count(client);
    next();
  };
  const answer: RequestHandler = (request, response) => {
    const content = schema.safeParse(request.body);
    if (!content.success) {
      replyJson(response, 400, refusal);
      return;
    }
    onReceive(content.data);
    replyEmpty(response, 204);
  };
  const handleInvalidJson: ErrorRequestHandler = (_error, _request, response, _next) =>
    replyJson(response, 400, refusal);
  return {
    path,
    methods: ['POST'],
    cache: 'no-store',
    handlers: [rejectCrossSite, limit, readJson, answer],
    onError: handleInvalidJson,
  };
}
