import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { clientAddress, shortAddress } from './address.ts';
import type { Connection } from './gate.ts';

/** The loggable facts of a request; Express keeps them as `response.locals`. */
export interface RequestLogEntry {
  /** Passed on to the PHP backend, so that its log can be compared with ours. */
  requestId: string;
  /** Route pattern, never a path: visitors choose paths. */
  route: string;
  cache: 'hit' | 'miss' | 'none';
}

/** A client's own request id is used when it cannot do harm in a log or a header. */
const WELL_FORMED_ID = /^[\w-]{8,64}$/;
/** Status logged when the client left, as in nginx. */
const CLIENT_LEFT = 499;
/** A client can send any word as a method, and each would become a line of the metrics. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);

export type AccessLog = ReturnType<typeof createAccessLog>;

/** Writes a line and measures, once an answer is sent or its client has left. */
export function createAccessLog(deps: { log: Logger; metrics: Metrics; trustProxy: number }) {
  const { log, metrics, trustProxy } = deps;
  // A random part for this run of the server and a counter: ids that cost nothing to make.
  const run = randomUUID().slice(0, 8);
  let count = 0;

  function requestIdOf({ headers }: IncomingMessage): string {
    const id = headers['x-request-id'];
    return typeof id === 'string' && WELL_FORMED_ID.test(id) ? id : `${run}-${count++}`;
  }

  return {
    /** Begins the entry of a request, which is completed while it is answered. */
    start(
      request: IncomingMessage,
      response: ServerResponse,
      connection: Connection,
    ): RequestLogEntry {
      const startedAt = performance.now();
      connection.unanswered += 1;
      const { method = '', socket } = request;
      const client =
        trustProxy === 0 ? connection.peer : shortAddress(clientAddress(request, trustProxy));
      const entry: RequestLogEntry = {
        requestId: requestIdOf(request),
        route: 'unmatched',
        cache: 'none',
      };
      response.on('close', () => {
        connection.unanswered -= 1;
        const durationMs = performance.now() - startedAt;
        const { requestId, cache } = entry;
        // Express records the matching route on the request.
        const route = (request as { route?: { path: string } }).route?.path ?? entry.route;
        const status = response.writableFinished ? response.statusCode : CLIENT_LEFT;
        const { bytesWritten } = socket;
        const bytes = bytesWritten - connection.loggedBytes;
        connection.loggedBytes = bytesWritten;
        metrics.pageReads[cache] += 1;
        metrics.requestDuration.observe(
          { route, method: METHODS.has(method) ? method : 'other', status },
          durationMs / 1000,
        );
        log.info(
          {
            method,
            route,
            status,
            durationMs: Math.round(durationMs * 10) / 10,
            bytes,
            cache,
            client,
            requestId,
          },
          'request',
        );
      });
      return entry;
    },
  };
}
