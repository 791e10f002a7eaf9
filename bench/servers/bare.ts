import { createServer } from 'node:http';
import { readPages } from './pages.ts';

// The least that a server of Node can do for a page: look it up, choose an encoding, write its
// bytes. No security header, no log.
const [port, file] = process.argv.slice(2);
const pages = readPages(file as string);

createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  if (!page) return response.writeHead(404).end();
  if (request.headers['if-none-match'] === page.etag)
    return response.writeHead(304, { ETag: page.etag }).end();
  const encoding = request.headers['accept-encoding']?.includes('br') ? 'br' : 'gzip';
  const body = page[encoding];
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': encoding,
    'Content-Length': body.length,
    ETag: page.etag,
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
