import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Time-outs and limits of a connection (docs/interface.md, "Time-outs and limits"). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * Above the 60 s of the usual load balancers, so that they never send a request on a connection
 * that is being closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * How long until an answer that nobody reads is given up: longer than the ten seconds that the PHP
 * backend or a render may take.
 */
const STALLED_TIMEOUT_MS = 20_000;
/** How often slow connections are checked. */
const CHECK_INTERVAL_MS = 1000;
const MAX_CONNECTIONS = 10_000;

const CONNECT_REFUSED =
  'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

const OPTIONS = {
  // A request without a body needs no reading, which makes it an eighth cheaper.
  optimizeEmptyRequests: true,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  maxHeaderSize: 16_384,
};

/**
 * A server for whoever may come: it closes slow clients and limits connections, so that a crowd of
 * half-open ones cannot crowd out the others.
 */
export function createPublicServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, listener);
  server.timeout = STALLED_TIMEOUT_MS;
  // Node lists timers by length. With nothing else of this length, every request would make the list
  // and take it away again, which is a thirtieth of the cost of a 304.
  setInterval(() => {}, STALLED_TIMEOUT_MS).unref();
  server.maxConnections = MAX_CONNECTIONS;
  // CONNECT never reaches the request listener, and Node leaves its socket to us: without a
  // listener a reset would end the process, and without the end a client that stays would hold it
  // for ever.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(CONNECT_REFUSED, () => socket.destroy());
  });
  return server;
}

/**
 * Resolves once the server listens. A connection that cannot be taken later, for want of file
 * descriptors, costs a log line.
 * @throws when the address cannot be had
 */
export async function listen(
  server: Server,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be taken'));
}

/** The second listener, for those who run the site: `/metrics` and the desk, never public. */
export async function serveAdmin(parts: {
  port: number;
  host: string;
  metrics: Metrics;
  log: Logger;
  /** Answers everything else; null without a desk. */
  desk: RequestListener | null;
}): Promise<Server> {
  const { host, metrics, log, desk } = parts;
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      if (desk) desk(request, response);
      else response.writeHead(404).end();
      return;
    }
    if (!isOwnName(request.headers.host, host)) {
      response.writeHead(421).end();
      return;
    }
    const text = await metrics.registry.metrics().catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be read');
    });
    if (text === undefined) return response.writeHead(500).end();
    response
      .writeHead(200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' })
      .end(text);
  });
  await listen(server, parts);
  return server;
}

/**
 * Whether a `Host` is an IP address, localhost or this listener's own name.
 *
 * A foreign name that leads here is DNS rebinding: a web page in the browser of somebody who can
 * reach this listener would read what it answers. Prometheus and port forwarding come by an address
 * or by localhost.
 * @param own `ADMIN_HOST`
 */
export function isOwnName(host: string | undefined, own: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return (
    isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === 'localhost' || name === own.toLowerCase()
  );
}
