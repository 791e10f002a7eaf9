import { createServer } from 'node:http';
import { readPages } from './pages.ts';

// The least that a Node server can do for a page: look it up, choose an encoding, write exactly the
// bytes that the site writes. No check, no log, no metric.
const [port, file] = process.argv.slice(2);
const pages = readPages(file as string);

const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  if (!page) return response.writeHead(404).end();
  if (request.headers['if-none-match'] === page.etag)
    return response.writeHead(304, page.headers.notModified).end();
  const encoding = request.headers['accept-encoding']?.includes('br') ? 'br' : 'gzip';
  response.writeHead(200, page.headers[encoding]).end(page[encoding]);
});
server.keepAliveTimeout = 65_000; // it is in the head
server.listen(Number(port), '127.0.0.1');
