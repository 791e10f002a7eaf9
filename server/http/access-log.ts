import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
// The global one is looked up at each use.
import { performance } from 'node:perf_hooks';
import type { DestinationStream, Logger } from 'pino';
import { createClock } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { clientAddress, shortAddress } from './address.ts';
import type { Connection } from './gate.ts';
import type { Hit } from './ready-answer.ts';

/** What is noted about a request on its way; Express keeps it as `response.locals`. */
export interface RequestNote {
  /** Passed on to the PHP backend, so that its log can be compared with ours. */
  requestId: string;
  /** Route pattern, never a path: visitors choose paths. */
  route: string;
  cache: 'hit' | 'miss' | 'none';
  method: string;
  client: string;
  /** Milliseconds of the monotonic clock. */
  started: number;
}

/** A client's own request id is used when it cannot do harm in a log or a header. */
const WELL_FORMED_ID = /^[\w-]{8,64}$/;
/** Status logged when the client left, as in nginx. */
const CLIENT_LEFT = 499;
/** A client can send any word as a method, and each would become a line of the metrics. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);

/** Writes a line and measures, once an answer is sent or its client has left. */
export function createAccessLog(parts: {
  log: Logger;
  /** Where the log writes: lines of the access log do without its formatting. */
  output: DestinationStream;
  metrics: Metrics;
  trustProxy: number;
}) {
  const { log, output, metrics, trustProxy } = parts;
  // A random part for this run of the server and a counter: ids that cost nothing to make.
  const run = randomUUID().slice(0, 8);
  let count = 0;
  const clock = createClock();
  const writesLines = log.isLevelEnabled('info');
  const observe = createObserver(metrics);

  function finish(note: RequestNote, status: number, bytes: number): void {
    const durationMs = performance.now() - note.started;
    observe(note, status, durationMs);
    metrics.pageReads[note.cache] += 1;
    if (writesLines) output.write(lineOf(note, clock(), status, durationMs, bytes));
  }

  return {
    begin(request: IncomingMessage, { peer }: Connection): RequestNote {
      const { headers, method = '' } = request;
      const id = headers['x-request-id'];
      return {
        requestId: typeof id === 'string' && WELL_FORMED_ID.test(id) ? id : `${run}-${count++}`,
        route: 'unmatched',
        cache: 'none',
        method,
        client: trustProxy === 0 ? peer : shortAddress(clientAddress(request, trustProxy)),
        started: performance.now(),
      };
    },

    /** A request that was answered from memory: everything is known about it at once. */
    finishHit(note: RequestNote, { route, status, bytes }: Hit): void {
      note.route = route;
      note.cache = 'hit';
      finish(note, status, bytes);
    },

    follow(note: RequestNote, request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      const before = socket.bytesWritten;
      response.once('close', () => {
        // Express records the matching route on the request.
        note.route = (request as { route?: { path: string } }).route?.path ?? note.route;
        const status = response.writableFinished ? response.statusCode : CLIENT_LEFT;
        finish(note, status, socket.bytesWritten - before);
      });
    },
  };
}

/** Each set of labels is looked up once: it costs as much as the rest of the measurement. */
function createObserver({ requestDuration }: Metrics) {
  const series = new Map<string, { observe(seconds: number): void }>();
  return ({ route, method }: RequestNote, status: number, durationMs: number): void => {
    const known = METHODS.has(method) ? method : 'other';
    const key = `${status} ${known} ${route}`;
    const one = series.get(key) ?? requestDuration.labels({ route, method: known, status });
    series.set(key, one);
    one.observe(durationMs / 1000);
  };
}

/**
 * The line that pino would write, in a quarter of the time. Nothing in it needs escaping: methods
 * are those that Node's parser accepts, routes are patterns, addresses are shortened, ids are well
 * formed.
 */
function lineOf(
  note: RequestNote,
  time: string,
  status: number,
  durationMs: number,
  bytes: number,
): string {
  const { method, route, cache, client, requestId } = note;
  const tenths = Math.round(durationMs * 10) / 10;
  return `{"level":30${time},"method":"${method}","route":"${route}","status":${status},"durationMs":${tenths},"bytes":${bytes},"cache":"${cache}","client":"${client}","requestId":"${requestId}","msg":"request"}\n`;
}
