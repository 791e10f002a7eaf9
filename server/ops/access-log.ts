import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { clientAddress, shortAddress } from './address.ts';
import type { Metrics } from './metrics.ts';

/** What is noted about a request on its way; Express hands it on as `response.locals`. */
export interface RequestNote {
  /** Sent on to the PHP backend, so that its log and ours can be laid side by side. */
  requestId: string;
  /** Route pattern, never a path: paths are the visitor's. */
  route: string;
  cache: 'hit' | 'miss' | 'none';
}

/** A client's own request id is used when it cannot do harm in a log or a header. */
const WELL_FORMED_ID = /^[\w-]{8,64}$/;

/** One line and one measurement a request, when its answer is out or its client has left. */
export function createAccessLog({ log, metrics, trustProxy }: { log: Logger; metrics: Metrics; trustProxy: number }) {
  return function note(request: IncomingMessage, response: ServerResponse): RequestNote {
    const started = performance.now();
    const sentBefore = request.socket.bytesWritten;
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
    const noted: RequestNote = { requestId, route: 'unmatched', cache: 'none' };
    response.once('close', () => {
      const durationMs = performance.now() - started;
      const { method = '' } = request;
      // Express leaves the route that answered on the request.
      const route = (request as { route?: { path: string } }).route?.path ?? noted.route;
      const status = response.writableFinished ? response.statusCode : 499; // nginx's number for a client that left
      metrics.requestDuration.observe({ route, method, status }, durationMs / 1000);
      if (noted.cache !== 'none') metrics.pageCache.inc({ result: noted.cache });
      log.info(
        {
          method,
          route,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          bytes: request.socket.bytesWritten - sentBefore,
          cache: noted.cache,
          client: shortAddress(clientAddress(request, trustProxy)),
          requestId,
        },
        'request',
      );
    });
    return noted;
  };
}
