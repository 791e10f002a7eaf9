/** The wait of callers for a call in a month, counted from the company's own record. */
export interface CallbackProofFacts {
  /** The median wait in minutes, rounded up; at least 1. */
  minutes: number;
  /** The number of requests that were counted. */
  requests: number;
  /** The month in words: `October 2026`. */
  month: string;
  /** True when only the minutes in which the office was open were counted. */
  inOfficeHours: boolean;
}
