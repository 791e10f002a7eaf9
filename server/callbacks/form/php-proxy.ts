import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { addAbortSignal } from 'node:stream';
import { lazyAsync } from '../../ops/async.ts';
import { type PhpForm, readJsonBody } from '../deliver/php.ts';

/** The backend's deadline for the whole exchange, in milliseconds. */
const PHP_DEADLINE_MS = 10_000;

/**
 * Sends a form to the backend on behalf of a visitor, whose request has been read.
 * @throws {PhpBackendError}
 */
export type SendToPhp = (form: PhpForm, request: IncomingMessage) => Promise<PhpAnswer>;

/** A form that the backend has not answered yet. */
interface PendingForm {
  form: PhpForm;
  /** Ends the exchange when the backend has taken too long. */
  deadline: AbortSignal;
  resolve(answer: IncomingMessage): void;
  reject(error: unknown): void;
}

/** The forms on their way to PHP, by the visitor's request, which the proxy hands to each event. */
const pendingForms = new WeakMap<IncomingMessage, PendingForm>();

const pendingFormOf = (request: IncomingMessage) => pendingForms.get(request) as PendingForm;

/**
 * Sends forms to `{backendUrl}/contact.php` through http-proxy-middleware, once each: a request
 * that may have arrived is never repeated. The backend sees only the checked form and the headers
 * that come with it.
 */
export function createPhpProxy(backendUrl: string, deadlineMs = PHP_DEADLINE_MS): SendToPhp {
  const proxy = lazyAsync(() => createProxy(`${backendUrl}/contact.php`));
  return async (form, request) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    // The proxy would send such a request on before its headers can be taken out.
    delete request.headers.expect;
    try {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      pendingForms.set(request, { form, deadline, resolve, reject });
      const send = await proxy();
      // Not the visitor's response: the proxy would tie it to PHP's, so a visitor who leaves would
      // cancel what was sent, and a response that breaks off could not become a 502.
      send(request, new ServerResponse(request), reject).catch(reject);
      return await parsePhpResponse(await promise);
    } catch (error) {
      // First: a response without a length that is cut off here only seems to be no JSON.
      if (deadline.aborted) throw new PhpBackendError(504, 'did not answer in time');
      if (error instanceof PhpBackendError) throw error;
      // Never its message, which may quote what was sent.
      const { code, name } = error as NodeJS.ErrnoException;
      throw new PhpBackendError(502, code ?? name);
    }
  };
}

async function createProxy(target: string) {
  // Loaded on first use, so that sites without a backend start sooner.
  const { createProxyMiddleware } = await import('http-proxy-middleware');
  return createProxyMiddleware({
    target,
    ignorePath: true,
    changeOrigin: true,
    // On a kept-alive socket that the backend has just closed, a POST would fail and must not be
    // repeated.
    agent: false,
    selfHandleResponse: true,
    on: {
      proxyReq: (outgoing, request) => writeForm(outgoing, pendingFormOf(request)),
      proxyRes: (answer, request) => pendingFormOf(request).resolve(answer),
      error: (error, request) => pendingFormOf(request).reject(error),
    },
  });
}

/** Replaces everything that the visitor sent with the checked form. */
function writeForm(outgoing: ClientRequest, { form, deadline, reject }: PendingForm): void {
  addAbortSignal(deadline, outgoing);
  outgoing.once('error', reject); // the proxy keeps a reset to itself when the visitor has left
  try {
    for (const name of outgoing.getHeaderNames()) if (name !== 'host') outgoing.removeHeader(name);
    outgoing.setHeader('Connection', 'close');
    for (const [name, value] of Object.entries(form.headers)) outgoing.setHeader(name, value);
    outgoing.setHeader('Content-Length', Buffer.byteLength(form.body));
    outgoing.write(form.body);
  } catch (error) {
    reject(error); // a header value that HTTP forbids
    outgoing.destroy();
  }
}

export type PhpAnswer = Awaited<ReturnType<typeof parsePhpResponse>>;

/**
 * Parses a JSON response with the status of a success or a refusal, once it is complete and no
 * bytes follow it.
 * @throws {PhpBackendError} for a redirect, an unknown status or a body that is not a JSON object
 */
async function parsePhpResponse(answer: IncomingMessage) {
  const { 'retry-after': retryAfter, ...headers } = answer.headers;
  // After a complete answer the connection is still open, unless extra bytes came with it: then
  // Node has closed it already.
  const hasExplicitLength = 'content-length' in headers || 'transfer-encoding' in headers;
  let hasTrailingBytes = false;
  answer.once('end', () => {
    hasTrailingBytes = hasExplicitLength && answer.socket.destroyed;
  });
  const { json, said } = await readJsonBody(answer);
  const status = answer.statusCode as number;
  if (hasTrailingBytes) throw new PhpBackendError(502, 'answer longer than its Content-Length');
  if (status < 200 || status >= 600 || (status >= 300 && status < 400))
    throw new PhpBackendError(502, `status ${status}`);
  if (said === null) throw new PhpBackendError(502, `status ${status} without JSON`);
  const ok = status < 300 && said.ok === true;
  return { status, json, ok, ...(retryAfter !== undefined && { retryAfter }) };
}

/** The backend did not respond as agreed. The message contains nothing of the request. */
export class PhpBackendError extends Error {
  override name = 'PhpBackendError';
  /** The status for the visitor: 504 for silence past the deadline, 502 for everything else. */
  readonly status: 502 | 504;
  constructor(status: 502 | 504, message: string) {
    super(message);
    this.status = status;
  }
}
