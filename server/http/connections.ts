import type { Socket } from 'node:net';
import { shortAddress } from '../ops/address.ts';

/**
 * How many requests on one connection may be unanswered at a time. Browsers send one after another;
 * a client that sent hundreds before the first answer would take memory and processor time from
 * everybody else.
 */
const UNANSWERED_LIMIT = 16;

/** What is known about a connection. */
export interface Connection {
  /** Address of the peer, shortened. */
  peer: string;
  /** Requests whose answers are still to be made. */
  unanswered: number;
  ended: boolean;
}

const connections = new WeakMap<Socket, Connection>();

export function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    connection = { peer: shortAddress(socket.remoteAddress ?? ''), unanswered: 0, ended: false };
    connections.set(socket, connection);
  }
  return connection;
}

/**
 * Whether a connection has too many unanswered requests. If so, nothing more is read from it, and
 * it is closed once the answers already given are sent.
 */
export function asksTooMuch(connection: Connection, socket: Socket): boolean {
  if (connection.unanswered < UNANSWERED_LIMIT) return false;
  if (connection.ended) return true;
  connection.ended = true;
  socket.pause();
  setImmediate(() => socket.destroy());
  return true;
}
