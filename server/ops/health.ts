import type { Router } from 'express';
import type { CallbackStore } from '../callbacks/store.ts';
import { replyJson, strictRouter } from '../http/reply.ts';

/**
 * Whether this process should get visitors. Only starting and draining change it, never a failing
 * content service or PHP backend.
 */
export interface Readiness {
  ready: boolean;
}

/**
 * `/healthz`: the process is alive. `/readyz`: it may be sent visitors. The build lets operators
 * tell versions apart.
 */
export function createHealth({
  readiness,
  store,
  build,
}: {
  readiness: Readiness;
  /** A process that has not opened its store yet would refuse every callback request. */
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
