import type { Router } from 'express';
import type { CallbackStore } from '../callbacks/store.ts';
import { replyJson, strictRouter } from '../http/reply.ts';

/**
 * Whether this process takes part: changed by start and drain only, never by a content service or a
 * PHP backend that fails.
 */
export interface Readiness {
  ready: boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: send it visitors. The build tells replicas, and pages
 * in development, apart.
 */
export function createHealth({
  readiness,
  store,
  build,
}: {
  readiness: Readiness;
  /** A process that has never opened its store would refuse every callback request. */
  store: Pick<CallbackStore, 'opened'> | null;
  build: string;
}): Router {
  const router = strictRouter();
  router.get('/healthz', (_request, response) => {
    replyJson(response, 200, { status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    const ready = readiness.ready && store?.opened !== false;
    replyJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', build });
  });
  return router;
}
