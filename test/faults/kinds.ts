/** Kinds of failure, by the shape of what a call returns. */
export const KINDS = {
  sync: ['throws'],
  dropped: ['throws', 'is lost'],
  promise: ['rejects', 'never settles'],
  /** A wait, which may also end at once. */
  pause: ['rejects', 'never settles', 'is over at once'],
  /** A call that settles with a stream that it was given. */
  stream: ['rejects'],
  callback: ['calls back with an error', 'never calls back'],
  emitter: ['throws', 'emits an error'],
  chained: ['emits an error'],
  timer: ['comes at once'],
} as const;
export type Shape = keyof typeof KINDS;

/** A call and how it fails. */
export interface Fault {
  site: string;
  kind: string;
}
