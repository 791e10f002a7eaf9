import type { IncomingMessage, ServerResponse } from 'node:http';
import { headOf, takesOneWrite, writeAll } from './one-write.ts';

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
    if (this.#whole && takesOneWrite(request, response)) {
      if (second !== this.#second) {
        const date = `Date: ${new Date(second * 1000).toUTCString()}`;
        this.#join(this.#head.replace(DATE, date), second);
      }
      writeAll(response, this.#head, this.#whole);
      return { status: this.#status, bytes: this.#whole.length };
    }
    const body = request.method === 'HEAD' ? undefined : this.#body;
    const learns = takesOneWrite(request, response);
    response.writeHead(this.#status, this.#headers);
    const head = headOf(response);
    if (learns && DATE.test(head)) this.#join(head, second);
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
