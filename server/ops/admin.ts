import { createServer, type RequestListener, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** The second listener, for those who run the site: `/metrics` and the desk, never public. */
export async function serveAdmin({
  port,
  host,
  metrics,
  desk,
}: {
  port: number;
  host: string;
  metrics: Metrics;
  /** Answers everything else; null without a desk. */
  desk: RequestListener | null;
}): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      if (desk) desk(request, response);
      else response.writeHead(404).end();
      return;
    }
    const text = await metrics.registry.metrics();
    response
      .writeHead(200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' })
      .end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}
