import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

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
