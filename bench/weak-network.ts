import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Network {
  /** Milliseconds there and back. */
  roundTrip: number;
  /** Kilobits a second, each way, for all connections together. */
  kbits: number;
  /** Milliseconds without a byte at the end of every period, of that many milliseconds. */
  silence?: [length: number, period: number];
}

/** Of a TCP segment. */
const SEGMENT = 1400;

/** One direction: connections take turns, a segment each. */
function openWay({ roundTrip, kbits, silence: [length, period] = [0, 1] }: Network, began: number) {
  const queues = new Map<Socket, Buffer[]>();
  let running = false;
  async function run() {
    running = true;
    let free = performance.now();
    for (;;) {
      const [next] = queues;
      if (!next) break;
      const [to, [first = Buffer.alloc(0), ...rest]] = next;
      const segment = first.subarray(0, SEGMENT);
      const left = segment.length < first.length ? [first.subarray(SEGMENT), ...rest] : rest;
      queues.delete(to);
      if (left.length > 0) queues.set(to, left); // behind the others
      free = Math.max(free, performance.now() - 5) + (segment.length * 8) / kbits;
      const phase = (free - began) % period;
      if (phase > period - length) free += period - phase;
      await sleep(Math.max(0, free - performance.now()));
      // An empty segment is the end.
      setTimeout(() => (segment.length > 0 ? to.write(segment) : to.end()), roundTrip / 2);
    }
    running = false;
  }
  return {
    carry(to: Socket, bytes: Buffer) {
      queues.set(to, [...(queues.get(to) ?? []), bytes]);
      if (!running) void run();
    },
    forget: (to: Socket) => queues.delete(to),
  };
}

/**
 * A port of this machine that is a weak connection to another. A handshake takes a round trip, as it
 * does with TCP; segments are late, never lost.
 * @param began when the first period began, as `performance.now()` has it
 */
export async function openNetwork(target: number, network: Network, began: number) {
  const up = openWay(network, began);
  const down = openWay(network, began);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (visitor) => {
    const site = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const pass = (from: Socket, to: Socket, way: typeof up) => {
      open.add(from);
      from.on('data', (bytes) => way.carry(to, bytes));
      from.on('end', () => way.carry(to, Buffer.alloc(0)));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        // Nobody is there to read it.
        if (from === visitor) {
          down.forget(visitor);
          site.destroy();
        }
      });
    };
    pass(site, visitor, down);
    setTimeout(() => pass(visitor, site, up), network.roundTrip);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
