import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts a server below HTTP that does to each connection what the test says. Stopped after the
 * test.
 */
export async function startTcpServer(onConnection: (socket: Socket) => void) {
  const tcp = { origin: '', connections: 0 };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    tcp.connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {}); // the other side may reset
    onConnection(socket);
  });
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  tcp.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return tcp;
}

/** A server that reads a request and answers with exactly these bytes, in the given way. */
export function startRawServer(bytes: string, ending: 'close' | 'reset' | 'hold' = 'close') {
  return startTcpServer((socket) => {
    socket.once('data', () => {
      if (ending === 'close') socket.end(bytes);
      else socket.write(bytes, () => ending === 'reset' && socket.resetAndDestroy());
    });
  });
}

/** A server that begins an answer and adds a byte to it now and then, without end. */
export function startDrippingServer(head = 'HTTP/1.1 200 OK\r\nContent-Length: 100000') {
  return startTcpServer((socket) => {
    socket.write(`${head}\r\n\r\n`);
    const timer = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(timer));
  });
}
