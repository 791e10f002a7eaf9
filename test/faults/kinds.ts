/** Kinds of failure, by the shape of what a call returns. */
export const KINDS = {
  sync: ['throws'],
  /** Of SQLite, which also says in its own way that there is no room. */
  sqlite: ['throws', 'throws that the disk is full'],
  dropped: ['throws', 'is lost'],
  promise: ['rejects', 'never settles'],
  /** A wait: what comes after an hour comes at once too. */
  pause: ['rejects', 'never settles', 'is over at once'],
  /** Settles with a stream that it was given. */
  stream: ['rejects'],
  callback: ['calls back with an error', 'is told to try again', 'never calls back'],
  emitter: ['throws', 'emits an error'],
  chained: ['emits an error'],
  timer: ['comes at once'],
  /** A timer whose work nobody guards, which is a fault by itself. */
  unguarded: [],
} as const;
export type Shape = keyof typeof KINDS;

/** A call and how it fails. */
export interface Fault {
  site: string;
  kind: string;
}
