import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { guarded } from '../ops/timers.ts';
import { shortAddress } from './address.ts';

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
  /** Requests whose answers are still to be made, or wait for an earlier answer to be sent. */
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

/** Counts a request until its answer is sent. */
export function countUntilSent(connection: Connection, response: ServerResponse): void {
  connection.unanswered += 1;
  response.once('close', () => {
    connection.unanswered -= 1;
  });
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
  setImmediate(guarded(() => socket.destroy()));
  return true;
}
