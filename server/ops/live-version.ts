/** The version of what pages show, which its owner keeps up to date: it is read without a call. */
export interface LiveVersion {
  /** Greater after each change. */
  number: number;
  /** The time at which it changes by itself, in milliseconds since 1970; Infinity for never. */
  changesAt: number;
}
