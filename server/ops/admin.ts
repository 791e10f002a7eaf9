import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** The second listener, for monitoring only: `/metrics`, never on the public port. */
export async function serveAdmin({
  port,
  host,
  metrics,
}: {
  port: number;
  host: string;
  metrics: Metrics;
}): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
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
