import express, { type ErrorRequestHandler, type Router } from 'express';
import type * as z from 'zod';
import { isCrossSite } from '../../callbacks/http/request.ts';
import { replyEmpty, replyJson, strictRouter } from '../../http/reply.ts';

interface Beacon<T> {
  path: string;
  /** What the body should be, for whoever sent something else. */
  name: string;
  limitBytes: number;
  /** Content types that are read; any when there are none. */
  types?: readonly string[];
  shape: z.ZodType<T>;
  /** Public origin: what other sites' pages send is refused. */
  siteUrl: string;
  take(content: T): void;
}

/**
 * An address for the JSON that browsers post about this site's pages without being asked: 204 when
 * it is taken, 403 from another site, 400 for anything else.
 */
export function createBeacon<T>(beacon: Beacon<T>): Router {
  const { path, name, limitBytes, types, shape, siteUrl, take } = beacon;
  const refusal = { error: `not a ${name}` };
  const router = strictRouter();
  router.post(
    path,
    express.json({ limit: limitBytes, type: types ? [...types] : () => true }),
    (request, response) => {
      if (isCrossSite(request.headers, siteUrl)) {
        replyJson(response, 403, { error: 'not from a page of this site' });
        return;
      }
      const content = shape.safeParse(request.body);
      if (!content.success) {
        replyJson(response, 400, refusal);
        return;
      }
      take(content.data);
      replyEmpty(response, 204);
    },
  );
  const notJson: ErrorRequestHandler = (_error, _request, response, _next) =>
    replyJson(response, 400, refusal);
  router.use(path, notJson);
  return router;
}
