import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

/**
 * Node's internal state of a response head. Node has no public way to accept a finished head, and
 * checking and joining the same headers again would slow cached pages by a quarter. So this file,
 * and no other, marks a response's head as sent.
 */
interface Head {
  _header: string | null;
  _headerSent: boolean;
}

/** Set once a trial at start has shown that this version of Node works as expected. */
let proved = false;

/**
 * Whether an answer may go out in one write: it is for an HTTP/1.1 GET on a keep-alive connection,
 * and no earlier answer is still to come.
 */
export function takesOneWrite(request: IncomingMessage, response: ServerResponse): boolean {
  return (
    proved &&
    request.method === 'GET' &&
    request.httpVersion === '1.1' &&
    response.shouldKeepAlive &&
    response.socket !== null
  );
}

/** The head that `writeHead` has just made; empty if there is none. */
export function headOf(response: ServerResponse): string {
  const { _header } = response as unknown as Head;
  return typeof _header === 'string' && _header.endsWith('\r\n\r\n') ? _header : '';
}

/** Ends a response with a complete answer, head included. */
export function writeAll(response: ServerResponse, head: string, answer: Buffer): void {
  const heads = response as unknown as Head;
  heads._header = head;
  heads._headerSent = true;
  response.socket?.write(answer);
  response.end();
}

/** Answers a request from nobody this way and checks what would be on the wire. */
function prove(): void {
  const written: Buffer[] = [];
  const wire = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.assignSocket(wire as Socket);
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n';
  response.once('finish', () => {
    proved = Buffer.concat(written).toString() === `${head}ok`;
  });
  writeAll(response, head, Buffer.from(`${head}ok`));
}

try {
  prove();
} catch {} // then every answer takes two writes
