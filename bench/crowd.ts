import { connect } from 'node:net';

/**
 * A crowd as a process of its own: requests on many connections at once, until it is killed.
 * `{index}` in a request becomes a new number of the same length each time.
 */
export interface CrowdOrder {
  port: number;
  connections: number;
  /** Requests that a connection sends before it reads an answer. */
  pipelined: number;
  request: string;
}

const { port, connections, pipelined, request } = JSON.parse(
  process.argv[2] as string,
) as CrowdOrder;
let index = 0;

/** Asks, waits for all the answers that come, and asks again, on a new connection if need be. */
function join(): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let unanswered = 0;
  const send = () => {
    unanswered = pipelined;
    const requests = Array.from({ length: pipelined }, () =>
      request.replaceAll('{index}', String(index++).padStart('{index}'.length, '0')),
    );
    socket.write(requests.join(''));
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    unanswered -= chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
    if (unanswered <= 0) send();
  });
  socket.on('error', () => {});
  socket.on('close', () => setImmediate(join));
}

for (let count = 0; count < connections; count += 1) join();
