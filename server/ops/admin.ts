import { createServer, type RequestListener, type Server } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { listen } from './listen.ts';
import type { Metrics } from './metrics.ts';

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
