import type { Socket } from 'node:net';
import { shortAddress } from '../ops/address.ts';

/**
 * Requests on one connection that may be unanswered at a time. Browsers send one after the other;
 * whoever sends hundreds before the first is answered would hold the memory and the turn of all of
 * them.
 */
const UNANSWERED_LIMIT = 16;

/** What is known of a connection. */
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
 * Whether a connection has more unanswered requests than it may. It is ended then, when what is
 * answered is on its way, and nothing more is read from it.
 */
export function asksTooMuch(connection: Connection, socket: Socket): boolean {
  if (connection.unanswered < UNANSWERED_LIMIT) return false;
  if (connection.ended) return true;
  connection.ended = true;
  socket.pause();
  setImmediate(() => socket.destroy());
  return true;
}
