import express from 'express';
import { readPages } from './pages.ts';

// A minimal Express with the same bytes: one handler, nothing in front of it, none of Express's own
// extras.
const [port, file] = process.argv.slice(2);
const pages = readPages(file as string);

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/{*path}', (request, response) => {
  const page = pages.get(request.path);
  if (!page) return response.status(404).end();
  if (request.headers['if-none-match'] === page.etag)
    return response.status(304).set('ETag', page.etag).end();
  const encoding = request.headers['accept-encoding']?.includes('br') ? 'br' : 'gzip';
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': encoding,
    ETag: page.etag,
  });
  return response.end(page[encoding]);
});
app.listen(Number(port), '127.0.0.1');
