import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** How much of a ready answer was sent. */
export interface Sent {
  status: number;
  /** On the wire, head included. */
  bytes: number;
}

/** What was answered from memory, and the pattern of the route. */
export interface Hit extends Sent {
  route: string;
}

const DATE = /^Date: .*$/m;

/** An answer in which only the date changes: its bytes are made once a second. */
export class ReadyAnswer {
  readonly #status: number;
  /** As `writeHead` takes them raw: name, value, name, value. */
  readonly #headers: string[];
  #body: Buffer;
  /** As Node made it for a keep-alive connection. */
  #head = '';
  /** Head and body in one buffer, so that the body is in memory only once. */
  #whole: Buffer | null = null;
  #second = 0;

  constructor(status: number, headers: string[], body: Buffer = Buffer.alloc(0)) {
    this.#status = status;
    this.#headers = headers;
    this.#body = body;
  }

  send(request: IncomingMessage, response: ServerResponse): Sent {
    const second = Math.floor(Date.now() / 1000);
    const oneWrite = takesOneWrite(request, response);
    if (this.#whole && oneWrite) {
      if (second !== this.#second) {
        const date = `Date: ${new Date(second * 1000).toUTCString()}`;
        this.#join(this.#head.replace(DATE, date), second);
      }
      writeAll(response, this.#head, this.#whole);
      return { status: this.#status, bytes: this.#whole.length };
    }
    const body = request.method === 'HEAD' ? undefined : this.#body;
    response.writeHead(this.#status, this.#headers);
    const head = headOf(response);
    if (oneWrite && DATE.test(head)) this.#join(head, second);
    response.end(body);
    return { status: this.#status, bytes: head.length + (body?.length ?? 0) };
  }

  /** A new buffer each time: the last one may still be on its way to a slow reader. */
  #join(head: string, second: number): void {
    const whole = Buffer.allocUnsafeSlow(head.length + this.#body.length);
    whole.write(head, 'latin1');
    this.#body.copy(whole, head.length);
    this.#head = head;
    this.#whole = whole;
    this.#body = whole.subarray(head.length);
    this.#second = second;
  }
}

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

/** Only for an HTTP/1.1 GET on a keep-alive connection, when no earlier answer is still to come. */
function takesOneWrite(request: IncomingMessage, response: ServerResponse): boolean {
  return (
    proved &&
    request.method === 'GET' &&
    request.httpVersion === '1.1' &&
    response.shouldKeepAlive &&
    response.socket !== null
  );
}

/** The head that `writeHead` has just made; empty if there is none. */
function headOf(response: ServerResponse): string {
  const { _header } = response as unknown as Head;
  return typeof _header === 'string' && _header.endsWith('\r\n\r\n') ? _header : '';
}

/** Ends a response with a complete answer, head included. */
function writeAll(response: ServerResponse, head: string, answer: Buffer): void {
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
