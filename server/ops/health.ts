import { Router } from 'express';

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
  build,
}: {
  readiness: Readiness;
  build: string;
}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    response
      .status(readiness.ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: readiness.ready ? 'ready' : 'not ready', build });
  });
  return router;
}
