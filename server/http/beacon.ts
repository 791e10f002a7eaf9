import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type * as z from 'zod';
import type { Endpoint } from './endpoints.ts';
import { isCrossSite } from './host.ts';
import { replyEmpty, replyJson } from './reply.ts';

interface Beacon<T> {
  path: string;
  /** What the body should be, for whoever sent something else. */
  name: string;
  limitBytes: number;
  types?: readonly string[];
  shape: z.ZodType<T>;
  /** Public origin: what other sites' pages send is refused. */
  siteUrl: string;
  before?: readonly RequestHandler[];
  take(content: T): void;
}

/**
 * An address for the JSON that browsers post about this site's pages without being asked: 204 when
 * it is taken, 403 from another site, 400 for anything else.
 */
export function beaconEndpoint<T>(beacon: Beacon<T>): Endpoint {
  const { path, name, limitBytes, types, shape, siteUrl, before = [], take } = beacon;
  const refusal = { error: `not a ${name}` };
  const readJson = express.json({ limit: limitBytes, type: types ? [...types] : () => true });
  const admit: RequestHandler = ({ headers }, response, next) => {
    if (isCrossSite(headers, siteUrl))
      replyJson(response, 403, { error: 'not from a page of this site' });
    else next();
  };
  const answer: RequestHandler = (request, response) => {
    const content = shape.safeParse(request.body);
    if (!content.success) {
      replyJson(response, 400, refusal);
      return;
    }
    take(content.data);
    replyEmpty(response, 204);
  };
  const notJson: ErrorRequestHandler = (_error, _request, response, _next) =>
    replyJson(response, 400, refusal);
  return {
    path,
    methods: ['POST'],
    cache: 'no-store',
    handlers: [admit, ...before, readJson, answer],
    onError: notJson,
  };
}
