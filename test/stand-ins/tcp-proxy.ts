import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
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

/**
 * What happens to the answer of the server behind a proxy. A change while the proxy runs applies to
 * later connections.
 */
export interface Disturbance {
  /** Milliseconds before the first byte. */
  delayMs?: number;
  /** One byte at a time, with this pause after each. */
  dripMs?: number;
  /** The connection ends after this many bytes. */
  cutAfterBytes?: number;
  /** The connection is reset after this many bytes. */
  resetAfterBytes?: number;
}

/**
 * A TCP proxy to another server that delays, drips, cuts or resets what comes back. Stopped after
 * the test.
 */
export async function startTcpProxy(
  targetOrigin: string,
  disturbance: Disturbance = {},
): Promise<TcpServer & { disturbance: Disturbance }> {
  const { hostname, port } = new URL(targetOrigin);
  const tcp = await startTcpServer((client) => {
    const target = connect(Number(port), hostname);
    client.pipe(target);
    client.on('close', () => target.destroy());
    target.on('error', () => client.destroy());
    passOn(target, client, { ...proxy.disturbance }).catch(() => client.destroy());
  });
  const proxy = Object.assign(tcp, { disturbance });
  return proxy;
}

async function passOn(
  target: Socket,
  client: Socket,
  { delayMs, dripMs, cutAfterBytes, resetAfterBytes }: Disturbance,
): Promise<void> {
  const limit = Math.min(
    cutAfterBytes ?? Number.POSITIVE_INFINITY,
    resetAfterBytes ?? Number.POSITIVE_INFINITY,
  );
  let passed = 0;
  for await (const chunk of target as AsyncIterable<Buffer>) {
    if (delayMs && passed === 0) await delay(delayMs);
    const bytes = chunk.subarray(0, limit - passed);
    passed += bytes.length;
    if (dripMs === undefined) await write(client, bytes);
    else
      for (const byte of bytes) {
        await write(client, Buffer.of(byte));
        await delay(dripMs);
      }
    if (passed < limit) continue;
    if (resetAfterBytes === limit) client.resetAndDestroy();
    else client.end();
    return;
  }
  client.end();
}

async function write(client: Socket, bytes: Buffer): Promise<void> {
  if (client.destroyed) throw new Error('the client left');
  if (!client.write(bytes)) await once(client, 'drain');
}
