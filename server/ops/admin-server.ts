import type { RequestListener, Server } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { createLimitedServer, listen } from './listen.ts';
import type { Metrics } from './metrics.ts';

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
