import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { guarded } from './timers.ts';

/**
 * Whether this process should get visitors. Only starting and draining change it, never a failing
 * content service or PHP backend.
 */
export interface Readiness {
  ready: boolean;
}

/** Running requests have this long to finish, in milliseconds. */
const DRAIN_LIMIT_MS = 10_000;
/** Limit for the delay and the running requests together; the rest of the 15 s is for the store. */
const TOTAL_LIMIT_MS = 14_000;
/** Kept-alive connections whose last request began before the drain were not told to close. */
const IDLE_CHECK_MS = 50;

/**
 * Ends a process without a failed request: readiness says 503 while the site keeps serving until
 * the load balancer has noticed; then new connections are refused, idle ones are closed and running
 * requests finish. Resolves after the last one.
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
  // Sent from now on, so that kept-alive connections end after their running request.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(
    guarded(() => server.closeIdleConnections()),
    IDLE_CHECK_MS,
  );
  const limit = setTimeout(
    guarded(() => server.closeAllConnections()),
    Math.min(DRAIN_LIMIT_MS, TOTAL_LIMIT_MS - delayMs),
  );
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}
