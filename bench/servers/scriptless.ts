import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

// A plain site of several pages: the site's own pages with their headers, but for scripts, made
// before anybody asks at their best compression. All else is the site's answer.
const [port, site] = process.argv.slice(2) as [string, string];
const SCRIPTS = /<script type="(?:module|application\/json)".*?<\/script>/gs;

interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
}
const answers = new Map<string, Answer>();

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${site}${url}`, init);
  const { status } = answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  if (!headers.has('content-encoding'))
    return { status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  headers.set('content-encoding', 'br');
  return {
    status,
    headers,
    body: brotliCompressSync((await answer.text()).replaceAll(SCRIPTS, '')),
  };
}

createServer(async (request, response) => {
  const { method = 'GET', url = '/' } = request;
  const headers = { accept: request.headers.accept ?? '' };
  const made =
    answers.get(url) ??
    (await ask(
      url,
      method === 'POST'
        ? {
            method,
            headers: { ...headers, 'content-type': request.headers['content-type'] ?? '' },
            body: Buffer.concat(await request.toArray()),
          }
        : { headers },
    ));
  if (method === 'GET') answers.set(url, made);
  response.writeHead(made.status, [...made.headers].flat()).end(made.body);
}).listen(Number(port), '127.0.0.1');
