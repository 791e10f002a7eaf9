import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type PhpAnswer, PhpFailure, readAnswer } from './php-answer.ts';
import type { PhpForm } from './php-form.ts';

/** The backend's deadline for the whole exchange, in milliseconds. */
const PHP_DEADLINE_MS = 10_000;
/** An answer to a form is far shorter. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/**
 * Header in which the proxy says why there is no answer. No header from the backend gets through.
 */
const FAILURE = 'x-failure';

/** @throws {PhpFailure} */
export type SendToPhp = (form: PhpForm) => Promise<PhpAnswer>;

/**
 * Sends forms to `{backendUrl}/contact.php` through http-proxy-middleware, once each: a request
 * that may have arrived is never repeated.
 *
 * The proxy is a server of its own, reached over an in-memory connection. So the backend sees only
 * the checked form and the headers given here, a visitor who leaves does not cancel what was sent,
 * and an answer that breaks off can still become a 502.
 */
export function createPhpProxy(backendUrl: string, deadlineMs = PHP_DEADLINE_MS): SendToPhp {
  const proxy = createProxy(backendUrl);
  return async ({ body, headers }) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const [connection, proxySide] = duplexPair();
      (await proxy).emit('connection', proxySide);
      const request = http.request({
        createConnection: () => connection,
        method: 'POST',
        path: '/contact.php',
        headers,
        signal: deadline,
      });
      request.on('error', () => {}); // an error after the answer has begun breaks the answer too
      request.end(body);
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      const { [FAILURE]: failure, 'retry-after': retryAfter } = response.headers;
      if (failure !== undefined) throw new PhpFailure(502, String(failure));
      return readAnswer(response.statusCode as number, await buffer(response), retryAfter);
    } catch (error) {
      if (error instanceof PhpFailure) throw error;
      if (deadline.aborted) throw new PhpFailure(504, 'silent past the deadline');
      throw new PhpFailure(502, reasonOf(error as Error));
    }
  };
}

async function createProxy(target: string): Promise<http.Server> {
  // Loaded on first use, so that sites without a backend start sooner.
  const { createProxyMiddleware } = await import('http-proxy-middleware');
  const { Agent } = target.startsWith('https:') ? https : http;
  return http.createServer(
    createProxyMiddleware({
      target,
      changeOrigin: true,
      // On a kept-alive socket that the backend has just closed, a POST would fail and must not be
      // repeated.
      agent: new Agent({ keepAlive: false }),
      selfHandleResponse: true,
      on: {
        proxyRes: passOnWhole,
        error: (error, _request, response) =>
          response instanceof http.ServerResponse && fail(response, reasonOf(error)),
      },
    }),
  );
}

/** Passes on status, Retry-After and body once the whole answer is there and nothing follows it. */
function passOnWhole(
  answer: http.IncomingMessage,
  _request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= ANSWER_LIMIT_BYTES) return;
    fail(response, 'answer too long');
    answer.destroy();
  });
  answer.on('end', () => {
    const { 'retry-after': retryAfter, ...headers } = answer.headers;
    // After a complete answer the connection is still open, unless extra bytes came with it: then
    // Node has closed it already.
    const endsByItself = 'content-length' in headers || 'transfer-encoding' in headers;
    if (endsByItself && answer.socket.destroyed) return fail(response, 'longer than announced');
    response.statusCode = answer.statusCode as number;
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    response.end(Buffer.concat(chunks));
  });
}

function fail(response: http.ServerResponse, reason: string): void {
  if (!response.headersSent) response.writeHead(502, { [FAILURE]: reason }).end();
}

/** The code of a socket or parser error, never its message, which may quote what was sent. */
const reasonOf = (error: NodeJS.ErrnoException) => error.code ?? error.name;
