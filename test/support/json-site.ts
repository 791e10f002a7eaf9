import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonAnswer {
  status: number;
  body: string;
}

/**
 * Starts a server that answers each path and query from `answers`, any other with 404, and records
 * its requests.
 */
export async function startJsonSite(answers: Record<string, JsonAnswer>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, body } = answers[request.url ?? ''] ?? {
      status: 404,
      body: '{"error":"not_found"}',
    };
    response.writeHead(status, { connection: 'close' }).end(body);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => server.close(),
  };
}
