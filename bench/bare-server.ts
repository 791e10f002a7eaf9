import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createLogger, openLogDestination } from '../server/ops/log.ts';
import { createMetrics } from '../server/ops/metrics.ts';

// The least that a Node server can do for a page: look it up and write exactly the bytes that the
// site writes, without any check. `logs` makes it log and count each request as the site does.
// Arguments: `logs` or `silent`, its port, the site's, and the paths of pages that the site has ready.
const [mode, port, sitePort, ...paths] = process.argv.slice(2);

interface Answer {
  etag: string | undefined;
  /** Names and values in turn, without the headers that Node itself writes. */
  headers: string[];
  body: Buffer;
}

function fetchRaw(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port: Number(sitePort), host: '127.0.0.1', path, headers }, async (response) => {
      const { rawHeaders } = response;
      const isOwn = (_: string, at: number) =>
        !/^(date|connection|keep-alive)$/i.test(rawHeaders[at - (at % 2)] as string);
      resolve({
        etag: response.headers.etag,
        headers: rawHeaders.filter(isOwn),
        body: Buffer.concat(await response.toArray()),
      });
    })
      .on('error', reject)
      .end();
  });
}

const pages = new Map<string, { found: Answer; unchanged: Answer }>();
for (const path of paths) {
  const found = await fetchRaw(path, { 'Accept-Encoding': 'br' });
  const unchanged = await fetchRaw(path, {
    'Accept-Encoding': 'br',
    'If-None-Match': found.etag as string,
  });
  pages.set(path, { found, unchanged });
}

const logRequest = mode === 'logs' ? createRequestLog() : () => {};

/** Creates a log with the line and the histogram of server/http/access-log.ts. */
function createRequestLog() {
  const log = createLogger('info', openLogDestination());
  const { requestDuration } = createMetrics('.');
  let count = 0;
  return ({ method = '', url = '', socket }: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const durationMs = performance.now() - startedAt;
      const status = response.statusCode;
      requestDuration.observe({ route: url, method, status }, durationMs / 1000);
      log.info(
        {
          method,
          route: url,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          bytes: socket.bytesWritten,
          cache: 'hit',
          client: '127.0.0.0',
          requestId: `12345678-${count++}`,
        },
        'request',
      );
    });
  };
}

const server = createServer((asked, response) => {
  logRequest(asked, response);
  const page = pages.get(asked.url ?? '');
  if (!page) return response.writeHead(404).end();
  const { found, unchanged } = page;
  if (asked.headers['if-none-match'] === found.etag)
    return response.writeHead(304, unchanged.headers).end();
  response.writeHead(200, found.headers).end(found.body);
});
server.keepAliveTimeout = 65_000; // it is in the head
server.listen(Number(port), '127.0.0.1');
