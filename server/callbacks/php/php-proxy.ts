import http, { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import { onFirstUse } from '../../ops/first-use.ts';
import type { PhpForm } from '../channels/php.ts';

/** The backend's deadline for the whole exchange, in milliseconds. */
const PHP_DEADLINE_MS = 10_000;

/** An answer to a form is far shorter. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/**
 * Sends a form to the backend in the visitor's request, whose body has been read.
 * @throws {PhpFailure}
 */
export type SendToPhp = (form: PhpForm, request: IncomingMessage) => Promise<PhpAnswer>;

/** A form on its way. */
interface Exchange {
  form: PhpForm;
  /** Ends the exchange when the backend has taken too long. */
  deadline: AbortSignal;
  answered(answer: PhpAnswer): void;
  failed(error: unknown): void;
}

/**
 * Sends forms to `{backendUrl}/contact.php` through http-proxy-middleware, once each: a request
 * that may have arrived is never repeated. The backend sees only the checked form and the headers
 * that come with it.
 */
export function createPhpProxy(backendUrl: string, deadlineMs = PHP_DEADLINE_MS): SendToPhp {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const proxy = onFirstUse(() => createProxy(`${backendUrl}/contact.php`, exchanges));
  return async (form, request) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    // The proxy would send such a request on before its headers can be taken out.
    delete request.headers.expect;
    try {
      const { promise, resolve, reject } = Promise.withResolvers<PhpAnswer>();
      exchanges.set(request, { form, deadline, answered: resolve, failed: reject });
      // The proxy would tie the visitor's own answer to the backend's: a visitor who leaves would
      // cancel what was sent, and an answer that breaks off could not become a 502.
      const send = await proxy();
      void send(request, new ServerResponse(request), reject);
      return await promise;
    } catch (error) {
      if (error instanceof PhpFailure) throw error;
      if (deadline.aborted) throw new PhpFailure(504, 'silent past the deadline');
      throw new PhpFailure(502, reasonOf(error as Error));
    }
  };
}

async function createProxy(target: string, exchanges: WeakMap<IncomingMessage, Exchange>) {
  // Loaded on first use, so that sites without a backend start sooner.
  const { createProxyMiddleware } = await import('http-proxy-middleware');
  const { Agent } = target.startsWith('https:') ? https : http;
  const exchangeOf = (request: IncomingMessage) => exchanges.get(request) as Exchange;
  return createProxyMiddleware({
    target,
    ignorePath: true,
    changeOrigin: true,
    // On a kept-alive socket that the backend has just closed, a POST would fail and must not be
    // repeated.
    agent: new Agent({ keepAlive: false }),
    selfHandleResponse: true,
    on: {
      proxyReq: (outgoing, request) => writeForm(outgoing, exchangeOf(request)),
      proxyRes: (answer, request) => readWhole(answer, exchangeOf(request)),
      error: (error, request) => exchangeOf(request).failed(error),
    },
  });
}

/** Puts the checked form in place of all that the visitor sent. */
function writeForm(outgoing: ClientRequest, { form, deadline, failed }: Exchange): void {
  const end = () => outgoing.destroy(new PhpFailure(504, 'silent past the deadline'));
  deadline.addEventListener('abort', end);
  outgoing.once('close', () => deadline.removeEventListener('abort', end));
  outgoing.once('error', failed); // the proxy keeps a reset to itself when the visitor has left
  try {
    for (const name of outgoing.getHeaderNames()) if (name !== 'host') outgoing.removeHeader(name);
    outgoing.setHeader('Connection', 'close');
    for (const [name, value] of Object.entries(form.headers)) outgoing.setHeader(name, value);
    outgoing.setHeader('Content-Length', Buffer.byteLength(form.body));
    outgoing.write(form.body);
  } catch (error) {
    failed(error); // a header value that HTTP forbids
    outgoing.destroy();
  }
}

/** Takes status, Retry-After and body once the whole answer is there and nothing follows it. */
function readWhole(answer: IncomingMessage, { answered, failed, deadline }: Exchange): void {
  const chunks: Buffer[] = [];
  let length = 0;
  deadline.addEventListener('abort', () => answer.destroy());
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > ANSWER_LIMIT_BYTES) answer.destroy(new PhpFailure(502, 'answer too long'));
  });
  answer.on('error', failed);
  answer.on('end', () => {
    const { 'retry-after': retryAfter, ...headers } = answer.headers;
    // After a complete answer the connection is still open, unless extra bytes came with it: then
    // Node has closed it already.
    const endsByItself = 'content-length' in headers || 'transfer-encoding' in headers;
    if (endsByItself && answer.socket.destroyed)
      return failed(new PhpFailure(502, 'longer than announced'));
    try {
      answered(readAnswer(answer.statusCode as number, Buffer.concat(chunks), retryAfter));
    } catch (error) {
      failed(error);
    }
  });
}

/** The code of a socket or parser error, never its message, which may quote what was sent. */
const reasonOf = (error: NodeJS.ErrnoException) => error.code ?? error.name;

/** JSON of the PHP backend with its status. */
export interface PhpAnswer {
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

/**
 * Takes JSON with the status of a success or of a refusal.
 * @throws {PhpFailure} for a redirect, an unknown status or a body that is not a JSON object
 */
function readAnswer(status: number, json: Buffer, retryAfter?: string): PhpAnswer {
  const said = parseObject(json);
  if (status < 200 || status >= 600 || (status >= 300 && status < 400))
    throw new PhpFailure(502, `status ${status}`);
  if (said === null) throw new PhpFailure(502, `status ${status} without JSON`);
  const ok = status < 300 && said.ok === true;
  return { status, json, ok, ...(retryAfter !== undefined && { retryAfter }) };
}

/**
 * Parsed as a browser would (Fetch standard, json()): UTF-8, ignoring a byte order mark. The
 * content type is not checked, because PHP's default is text/html.
 */
function parseObject(json: Buffer): { ok?: unknown } | null {
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(json));
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : null;
  } catch {
    return null;
  }
}
