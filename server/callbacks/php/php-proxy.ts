import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { addAbortSignal } from 'node:stream';
import { onFirstUse } from '../../ops/timers.ts';
import { type PhpForm, readJson } from '../channels/php.ts';

/** The backend's deadline for the whole exchange, in milliseconds. */
const PHP_DEADLINE_MS = 10_000;

/**
 * Sends a form to the backend in the visitor's request, whose body has been read.
 * @throws {PhpFailure}
 */
export type SendToPhp = (form: PhpForm, request: IncomingMessage) => Promise<PhpAnswer>;

/**
 * A form on its way, in place of the visitor's own answer, which the proxy would tie to the backend's:
 * a visitor who leaves would cancel what was sent, and an answer that breaks off could not become a
 * 502.
 */
interface Exchange extends ServerResponse {
  form: PhpForm;
  /** Ends the exchange when the backend has taken too long. */
  deadline: AbortSignal;
  answered(answer: IncomingMessage): void;
  failed(error: unknown): void;
}

/**
 * Sends forms to `{backendUrl}/contact.php` through http-proxy-middleware, once each: a request
 * that may have arrived is never repeated. The backend sees only the checked form and the headers
 * that come with it.
 */
export function createPhpProxy(backendUrl: string, deadlineMs = PHP_DEADLINE_MS): SendToPhp {
  const proxy = onFirstUse(() => createProxy(`${backendUrl}/contact.php`));
  return async (form, request) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    // The proxy would send such a request on before its headers can be taken out.
    delete request.headers.expect;
    try {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const parts = { form, deadline, answered: resolve, failed: reject };
      const send = await proxy();
      void send(request, Object.assign(new ServerResponse(request), parts), reject);
      return await readAnswer(await promise);
    } catch (error) {
      // First: an answer without a length that is cut off here only seems to be no JSON.
      if (deadline.aborted) throw new PhpFailure(504, 'silent past the deadline');
      if (error instanceof PhpFailure) throw error;
      // Never its message, which may quote what was sent.
      const { code, name } = error as NodeJS.ErrnoException;
      throw new PhpFailure(502, code ?? name);
    }
  };
}

async function createProxy(target: string) {
  // Loaded on first use, so that sites without a backend start sooner.
  const { createProxyMiddleware } = await import('http-proxy-middleware');
  return createProxyMiddleware<IncomingMessage, Exchange>({
    target,
    ignorePath: true,
    changeOrigin: true,
    // On a kept-alive socket that the backend has just closed, a POST would fail and must not be
    // repeated.
    agent: false,
    selfHandleResponse: true,
    on: {
      proxyReq: (outgoing, _request, exchange) => writeForm(outgoing, exchange),
      proxyRes: (answer, _request, { answered }) => answered(answer),
      error: (error, _request, exchange) => (exchange as Exchange).failed(error),
    },
  });
}

/** Puts the checked form in place of all that the visitor sent. */
function writeForm(outgoing: ClientRequest, { form, deadline, failed }: Exchange): void {
  addAbortSignal(deadline, outgoing);
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

export type PhpAnswer = Awaited<ReturnType<typeof readAnswer>>;

/**
 * Takes JSON with the status of a success or of a refusal, once the whole answer is there and nothing
 * follows it.
 * @throws {PhpFailure} for a redirect, an unknown status or a body that is not a JSON object
 */
async function readAnswer(answer: IncomingMessage) {
  const { 'retry-after': retryAfter, ...headers } = answer.headers;
  // After a complete answer the connection is still open, unless extra bytes came with it: then
  // Node has closed it already.
  const endsByItself = 'content-length' in headers || 'transfer-encoding' in headers;
  let isFollowed = false;
  answer.once('end', () => {
    isFollowed = endsByItself && answer.socket.destroyed;
  });
  const { json, said } = await readJson(answer);
  const status = answer.statusCode as number;
  if (isFollowed) throw new PhpFailure(502, 'longer than announced');
  if (status < 200 || status >= 600 || (status >= 300 && status < 400))
    throw new PhpFailure(502, `status ${status}`);
  if (said === null) throw new PhpFailure(502, `status ${status} without JSON`);
  const ok = status < 300 && said.ok === true;
  return { status, json, ok, ...(retryAfter !== undefined && { retryAfter }) };
}

/** The backend did not answer as agreed. The message holds nothing of the request. */
export class PhpFailure extends Error {
  override name = 'PhpFailure';
  /** 504 for silence past the deadline, 502 for everything else. */
  readonly status: 502 | 504;
  constructor(status: 502 | 504, message: string) {
    super(message);
    this.status = status;
  }
}
