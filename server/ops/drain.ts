import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Readiness } from './health.ts';

/** Running requests have this long to finish, in milliseconds. */
const DRAIN_LIMIT_MS = 10_000;
/** The delay and the running requests together: what is left of the 15 s is for the store. */
const TOTAL_LIMIT_MS = 14_000;
/** Connections whose last request began before the drain do not know that they end with it. */
const IDLE_CHECK_MS = 50;

/**
 * Ends a process without a failed request: readiness says 503 and the site keeps serving until the
 * load balancer has noticed; then no new connections, idle ones are closed, running requests
 * finish. Settles when the last one has.
 */
export async function drain(parts: {
  server: Server;
  readiness: Readiness;
  delayMs: number;
  log: Logger;
}): Promise<void> {
  const { server, readiness, delayMs, log } = parts;
  readiness.ready = false;
  log.info({ delayMs }, 'draining');
  // Said from now on, so that kept-alive connections end with their running request.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const limit = setTimeout(
    () => server.closeAllConnections(),
    Math.min(DRAIN_LIMIT_MS, TOTAL_LIMIT_MS - delayMs),
  );
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}
