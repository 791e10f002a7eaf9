import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

/**
 * What Node keeps of an answer's head. It has no public way to take a finished one, and checking
 * the same headers and joining the same text again costs a kept page a quarter of its speed. So
 * this file, and no other, says to a response that its head is out.
 */
interface Head {
  _header: string | null;
  _headerSent: boolean;
}

/** Set once this very Node has proved, at start, that it works as it did. */
let proved = false;

/**
 * Whether an answer may go out in one piece: to a GET of HTTP/1.1 on a connection that stays, whose
 * turn it is.
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

/** The head that `writeHead` has just made; empty when there is none to be had. */
export function headOf(response: ServerResponse): string {
  const { _header } = response as unknown as Head;
  return typeof _header === 'string' && _header.endsWith('\r\n\r\n') ? _header : '';
}

/** Ends a response with an answer that is complete, its head included. */
export function writeAll(response: ServerResponse, head: string, answer: Buffer): void {
  const heads = response as unknown as Head;
  heads._header = head;
  heads._headerSent = true;
  response.socket?.write(answer);
  response.end();
}

/** Answers nobody once in this way and looks at what would be on the wire. */
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

prove();
