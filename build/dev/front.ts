import { request as ask, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What the development server answers itself, by path. The address has the query too. */
export type Own = Record<string, (address: string, body: string) => [type: string, body: string]>;

interface FrontParts {
  own: Own;
  /** Is handed each page that asks to be told of changes (server-sent events). */
  follow: (page: ServerResponse) => void;
  /** Settles when the site runs as the sources say; null while it cannot. */
  port: () => Promise<number | null>;
  /** Put at the start of each document's head, in ASCII. */
  tag: () => string;
}

/**
 * Stands before the site: nothing of development is in the site itself. What a browser asks while
 * the site restarts waits for it, and nothing is kept.
 */
export function createFront({ own, follow, port, tag }: FrontParts): RequestListener {
  return async function front(request, response) {
    const { url = '', method } = request;
    const [path = ''] = url.split('?');
    if (path === '/@dev/events') {
      follow(response.writeHead(200, { 'Content-Type': 'text/event-stream' }));
      return;
    }
    if (own[path]) {
      const [type, body] = own[path](url, await text(request));
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
      return;
    }
    const site = await port();
    if (site === null) return absent(response);
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const asked = ask({ port: site, host: '127.0.0.1', path: url, method, headers, agent: false });
    response.once('close', () => asked.destroy());
    asked.once('error', () => (response.headersSent ? response.destroy() : absent(response)));
    asked.once('response', (answer) => {
      const kept = { ...answer.headers, 'cache-control': 'no-store' };
      const isPage = kept['content-type']?.startsWith('text/html') && method !== 'HEAD';
      if (isPage) delete kept['content-length'];
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.once('close', () => response.end()); // cut off, or without a body
      if (!isPage) return answer.pipe(response);
      return answer.once('data', (start: Buffer) => {
        // As single bytes: the piece may end within a character.
        response.write(start.toString('latin1').replace('<head>', `<head>${tag()}`), 'latin1');
        answer.pipe(response);
      });
    });
    request.pipe(asked);
  };

  function absent(response: ServerResponse): void {
    response.writeHead(503, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><html lang="en-GB"><head>${tag()}</head>
<body>The site does not run. The terminal says why.</body></html>`);
  }
}
