import { useSite } from '../site/site-context.ts';

/** How soon callers were called back in a month, counted from the company's own record. */
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

/** The sentence about last month; nothing when it cannot be said. */
export function CallbackProof() {
  const { proof } = useSite();
  if (!proof) return null;
  const { minutes, requests, month, inOfficeHours } = proof;
  const unit = minutes === 1 ? 'minute' : 'minutes';
  return (
    <p>
      {`Last month we called back within ${minutes}\u00a0${unit} (median of ${requests} requests). `}
      <small>{`${month}${inOfficeHours ? ', counted while our office was open' : ''}.`}</small>
    </p>
  );
}
