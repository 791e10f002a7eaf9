import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';

/** The backend has this long in all, whether it is silent or drips. */
const PHP_DEADLINE_MS = 10_000;
/** A longer answer than this is none that the form's contract knows. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** JSON of the backend with its status. */
interface PhpAnswer {
  status: number;
  json: Buffer;
  ok: boolean;
  retryAfter?: string;
}

/** The backend did not answer as agreed. */
export class PhpFailure extends Error {
  override name = 'PhpFailure';
  /** 504 for silence past the deadline, 502 for everything else. */
  readonly status: 502 | 504;
  /**
   * Code of the socket or parser, or what was wrong with the answer. Holds nothing of the request.
   */
  readonly reason: string;
  constructor(status: 502 | 504, reason: string) {
    super(`the PHP backend failed: ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

export type SendToPhp = (
  body: Buffer,
  headers: http.OutgoingHttpHeaders,
  signal?: AbortSignal,
) => Promise<PhpAnswer>;

/**
 * Headers of every form sent to the backend. The flags go beside the form, so that its bytes stay
 * as they came.
 */
export function formHeaders({
  id,
  flags,
}: {
  id: string;
  flags: string[];
}): http.OutgoingHttpHeaders {
  return {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'idempotency-key': id,
    ...(flags.length > 0 && { 'x-callback-flags': flags.join(', ') }),
  };
}

interface Exchange {
  fail(failure: PhpFailure): void;
  answer(response: http.IncomingMessage): void;
  outgoing(request: http.ClientRequest): void;
}

/**
 * Sends form bodies to `{backendUrl}/contact.php` through http-proxy-middleware, once each: a
 * request that may have arrived is never repeated.
 *
 * The middleware gets a request made for it, with the bytes that were checked and the headers given
 * here, and a response that it cannot write to. So nothing of the visitor's request can pass by
 * oversight, and a visitor who leaves does not take back what was sent.
 */
export function createPhpProxy(backendUrl: string, deadlineMs = PHP_DEADLINE_MS): SendToPhp {
  const exchanges = new WeakMap<http.IncomingMessage, Exchange>();
  const reasonOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name;
  const { Agent } = backendUrl.startsWith('https:') ? https : http;
  // Loaded here and not with the file: sites without a backend start sooner by what it takes.
  const proxy = import('http-proxy-middleware').then(({ createProxyMiddleware }) =>
    createProxyMiddleware({
      target: backendUrl,
      changeOrigin: true,
      // A kept-alive socket that the backend has just closed fails a POST, which must not be
      // repeated.
      agent: new Agent({ keepAlive: false }),
      selfHandleResponse: true,
      on: {
        proxyReq: (outgoing, request) => exchanges.get(request)?.outgoing(outgoing),
        proxyRes: (answer, request) => exchanges.get(request)?.answer(answer),
        error: (error, request) =>
          exchanges.get(request)?.fail(new PhpFailure(502, reasonOf(error))),
        econnreset: (error, request) =>
          exchanges.get(request)?.fail(new PhpFailure(502, reasonOf(error))),
      },
    }),
  );

  return (body, headers, signal) =>
    new Promise((resolve, reject) => {
      const request = new http.IncomingMessage(new Socket());
      Object.assign(request, {
        method: 'POST',
        complete: true,
        url: '/contact.php',
        headers: { ...headers, 'content-length': String(body.length) },
      });
      request.push(body);
      request.push(null);
      const response = new http.ServerResponse(request);

      const settle = (result: () => void) => {
        if (!exchanges.delete(request)) return;
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        response.destroy(); // closes the connection to the backend, if it is still there
        result();
      };
      const fail = (failure: PhpFailure) => settle(() => reject(failure));
      const abort = () => fail(new PhpFailure(502, 'stopped'));
      const timer = setTimeout(
        () => fail(new PhpFailure(504, 'silent past the deadline')),
        deadlineMs,
      );
      let received: { answer: http.IncomingMessage; chunks: Buffer[] } | null = null;
      exchanges.set(request, {
        fail,
        answer(answer) {
          const chunks: Buffer[] = [];
          let length = 0;
          received = { answer, chunks };
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            length += chunk.length;
            if (length > ANSWER_LIMIT_BYTES) fail(new PhpFailure(502, 'answer too long'));
          });
          answer.on('error', (error) => fail(new PhpFailure(502, reasonOf(error))));
        },
        outgoing(outgoing) {
          // Not the answer's end but the connection's: bytes past the Content-Length are an error
          // of the parser in between.
          outgoing.once('close', () => {
            if (received?.answer.complete)
              settle(() => settleWith(received as NonNullable<typeof received>, resolve, reject));
            else fail(new PhpFailure(502, 'connection closed'));
          });
        },
      });
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      const notSent = (error?: unknown) =>
        fail(new PhpFailure(502, error instanceof Error ? reasonOf(error) : 'not sent'));
      proxy.then((send) => send(request, response, notSent)).catch(reject);
    });
}

function settleWith(
  { answer, chunks }: { answer: http.IncomingMessage; chunks: Buffer[] },
  resolve: (answer: PhpAnswer) => void,
  reject: (failure: PhpFailure) => void,
): void {
  const status = answer.statusCode ?? 0;
  const json = Buffer.concat(chunks);
  const said = parseObject(json);
  if (status < 200 || status >= 600 || (status >= 300 && status < 400))
    reject(new PhpFailure(502, `status ${status}`));
  else if (said === null) reject(new PhpFailure(502, `status ${status} without JSON`));
  else {
    const retryAfter = answer.headers['retry-after'];
    resolve({
      status,
      json,
      ok: status < 300 && said.ok === true,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
}

/**
 * Read as a browser reads it (Fetch standard, json()): UTF-8, a byte order mark left out. The
 * content type is PHP's default, text/html.
 */
function parseObject(json: Buffer): { ok?: unknown } | null {
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(json));
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : null;
  } catch {
    return null;
  }
}
