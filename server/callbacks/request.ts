import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The visitor left while sending, so there is nobody to answer. */
export class VisitorLeft extends Error {}

/** Whether the headers announce a plain form: form-encoded, UTF-8, not compressed. */
export function isForm(headers: IncomingHttpHeaders): boolean {
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/x-www-form-urlencoded') return false;
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return false;
  return parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
}

/**
 * Collects a body of at most `limitBytes`. Null when it is longer, by its Content-Length or by
 * counting; the rest is not kept.
 * @throws {VisitorLeft}
 */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= limitBytes) chunks.push(chunk);
        else resolve(null);
      })
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('close', () => reject(new VisitorLeft()));
  });
}
