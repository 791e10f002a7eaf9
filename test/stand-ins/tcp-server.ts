import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TcpServer {
  origin: string;
  port: number;
  /** Connections taken so far. */
  connections: number;
  /** Refuses new connections and cuts those that are open. */
  stop(): Promise<void>;
}

/** A server below HTTP: it does to each connection what the test says. Stopped after the test. */
export async function startTcpServer(
  onConnection: (socket: Socket) => void,
  port = 0,
): Promise<TcpServer> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    tcp.connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {}); // the other side may reset
    onConnection(socket);
  });
  const tcp: TcpServer = {
    origin: '',
    port: 0,
    connections: 0,
    async stop() {
      for (const socket of open) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
  onTestFinished(() => tcp.stop());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  tcp.port = (server.address() as AddressInfo).port;
  tcp.origin = `http://127.0.0.1:${tcp.port}`;
  return tcp;
}

/**
 * A server that reads a request and answers with exactly these bytes, in the given way.
 */
export function startRawServer(
  bytes: string,
  ending: 'close' | 'reset' | 'hold' = 'close',
): Promise<TcpServer> {
  return startTcpServer((socket) => {
    socket.once('data', () => {
      if (ending === 'close') socket.end(bytes);
      else socket.write(bytes, () => ending === 'reset' && socket.resetAndDestroy());
    });
  });
}

/** A server that begins an answer and adds a byte to it now and then, without end. */
export function startDrippingServer(): Promise<TcpServer> {
  return startTcpServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(timer));
  });
}
