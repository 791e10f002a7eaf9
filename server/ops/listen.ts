import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { Logger } from 'pino';
import { logErrors } from './async.ts';
import type { Metrics } from './metrics.ts';

/** Lifetime of a response that nobody reads: longer than PHP or a render may take. */
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 10_000;

const CONNECT_REFUSED =
  'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Limits of an HTTP connection: timeouts in milliseconds, sizes in bytes (docs/interface.md,
 * "Time-outs and limits").
 */
const SERVER_OPTIONS = {
  // Most requests have no body to read.
  optimizeEmptyRequests: true,
  connectionsCheckingInterval: 1000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Above the 60 s of the usual load balancers, so that they never send a request on a connection
  // that is being closed.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};

/** Creates a server with limits. Slow clients, and a crowd of half-open ones, keep nobody out. */
export function createLimitedServer(listener: RequestListener): Server {
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    if (isFaultilyFramed(request)) response.writeHead(400, { Connection: 'close' }).end();
    else listener(request, response);
  });
  server.timeout = SOCKET_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  // Node would write "100 Continue" for a request without a body too, and between the parts of an
  // earlier answer that is still on its way.
  server.on('checkContinue', (request, response) => {
    if (request.method === 'POST') response.writeContinue();
    server.emit('request', request, response);
  });
  // CONNECT never reaches the request listener: Node would close its connection without a word, and
  // leaves the socket to whoever listens.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(CONNECT_REFUSED, () => socket.destroy());
  });
  return server;
}

/**
 * HTTP/1.0 has no transfer codings: servers disagree on where such a request ends, which is how
 * requests are smuggled (RFC 9112, section 6.1).
 */
const isFaultilyFramed = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion === '1.0' && 'transfer-encoding' in headers;

/**
 * Resolves with the port once the server listens: for port 0 the system chooses one. A connection
 * that cannot be taken later, for want of file descriptors, costs a log line.
 * @throws when the address cannot be had
 */
export async function listen(
  server: Server,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'));
  return portOf(server);
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts the second listener, for operators: `/metrics` and the desk, never public. */
export async function startAdminServer(deps: {
  port: number;
  host: string;
  metrics: Metrics;
  log: Logger;
  /** The handler of all other paths; null without a desk. */
  desk: RequestListener | null;
}): Promise<Server> {
  const { host, metrics, log, desk } = deps;
  const server = createLimitedServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      if (desk) desk(request, response);
      else response.writeHead(404).end();
      return;
    }
    if (!isAllowedHost(request.headers.host, host)) {
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
  await listen(server, deps);
  return server;
}

/**
 * Tells whether a `Host` is an IP address, localhost or this listener's own name. Another one is
 * DNS rebinding: a page in the browser of somebody who can reach this listener could read its
 * responses.
 * @param adminHost the value of `ADMIN_HOST`
 */
export function isAllowedHost(host: string | undefined, adminHost: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || name === 'localhost' || name === adminHost.toLowerCase();
}

/**
 * Tells whether this process should get visitors. Only starting and draining change it, never a
 * failing content service or PHP backend.
 */
export interface Readiness {
  ready: boolean;
}

/** Milliseconds for running requests to finish. */
const DRAIN_TIMEOUT_MS = 10_000;
/** Limit for the delay and the running requests together; the rest of the 15 s is for the store. */
const TOTAL_LIMIT_MS = 14_000;
/** Kept-alive connections whose last request began before the drain were not told to close. */
const IDLE_CHECK_MS = 50;

/**
 * Ends a process without a failed request: readiness says 503 while the site keeps serving until
 * the load balancer has noticed; then new connections are refused, idle ones are closed and running
 * requests finish. Resolves after the last one of any server.
 */
export async function drain(deps: {
  servers: readonly Server[];
  readiness: Readiness;
  delayMs: number;
  log: Logger;
}): Promise<void> {
  const { servers, readiness, delayMs, log } = deps;
  readiness.ready = false;
  log.info({ delayMs }, 'draining');
  await Promise.all(servers.map((server) => drainServer(server, delayMs)));
}

async function drainServer(server: Server, delayMs: number): Promise<void> {
  // Sent from now on, so that kept-alive connections end after their running request.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const closed = new Promise((resolve) => server.close(resolve));
  const closeIdle = () => server.closeIdleConnections();
  const idle = setInterval(logErrors(closeIdle), IDLE_CHECK_MS);
  const limit = setTimeout(
    logErrors(() => server.closeAllConnections()),
    Math.min(DRAIN_TIMEOUT_MS, TOTAL_LIMIT_MS - delayMs),
  );
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}
