import type { Readiness } from '../ops/drain.ts';
import type { Endpoint } from './endpoints.ts';
import { replyJson } from './reply.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: it may be sent visitors. The build lets operators
 * tell versions apart.
 */
export function healthEndpoints(parts: {
  readiness: Readiness;
  /** A process that has not opened its store yet would refuse every callback request. */
  store: { readonly opened: boolean } | null;
  build: string;
}): Endpoint[] {
  const { readiness, store, build } = parts;
  const check = { methods: ['GET'], cache: 'no-store' } as const;
  return [
    {
      ...check,
      path: '/healthz',
      handlers: [(_request, response) => replyJson(response, 200, { status: 'ok' })],
    },
    {
      ...check,
      path: '/readyz',
      handlers: [
        (_request, response) => {
          const ready = readiness.ready && store?.opened !== false;
          replyJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', build });
        },
      ],
    },
  ];
}
