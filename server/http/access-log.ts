import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { anonymizeAddress, clientAddress } from './client-address.ts';
import type { Connection } from './gate.ts';

/** The loggable facts of a request; Express keeps them as `response.locals`. */
export interface RequestLogEntry {
  /** The id that the PHP backend gets too, so that both logs can be compared. */
  requestId: string;
  /** Route pattern, never a path: visitors choose paths. */
  route: string;
  cache: 'hit' | 'miss' | 'none';
}

/** A client's own request id is used when it cannot do harm in a log or a header. */
const VALID_REQUEST_ID = /^[\w-]{8,64}$/;
/** Status logged when the client left, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499;
/** Methods with a metric of their own: a client can send any word as a method. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);

export type AccessLog = ReturnType<typeof createAccessLog>;

/** Creates the access log: a line and a duration for each response that is sent or abandoned. */
export function createAccessLog(deps: { log: Logger; metrics: Metrics; trustProxy: number }) {
  const { log, metrics, trustProxy } = deps;
  // Ids are a random part of the process and a counter: short, for every line has one.
  const processPrefix = randomUUID().slice(0, 8);
  let count = 0;

  function requestIdOf({ headers }: IncomingMessage): string {
    const id = headers['x-request-id'];
    return typeof id === 'string' && VALID_REQUEST_ID.test(id) ? id : `${processPrefix}-${count++}`;
  }

  return {
    /** Starts the entry of a request, which its handlers complete. */
    start(
      request: IncomingMessage,
      response: ServerResponse,
      connection: Connection,
    ): RequestLogEntry {
      const startedAt = performance.now();
      connection.unanswered += 1;
      const { method = '', socket } = request;
      const client =
        trustProxy === 0 ? connection.peer : anonymizeAddress(clientAddress(request, trustProxy));
      const entry: RequestLogEntry = {
        requestId: requestIdOf(request),
        route: 'unmatched',
        cache: 'none',
      };
      response.on('close', () => {
        connection.unanswered -= 1;
        const durationMs = performance.now() - startedAt;
        const { requestId, route, cache } = entry;
        const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
        const { bytesWritten } = socket;
        const bytes = bytesWritten - connection.loggedBytes;
        connection.loggedBytes = bytesWritten;
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
