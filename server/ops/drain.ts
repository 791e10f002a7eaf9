import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { logErrors } from './async.ts';

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
