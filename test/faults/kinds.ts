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
  /** Its work is done soon, however long it was to wait, and throws at its end. */
  timer: ['throws'],
  /** A method of the site's own, or of a visitor's request. */
  inward: [],
} as const;
export type Shape = keyof typeof KINDS;

/** A call and how it fails. */
export interface Fault {
  site: string;
  kind: string;
}
