import type { CallbackFields } from '../../shared/callback/fields.ts';

/**
 * Why a callback request looks automatic. Flagged requests are kept and answered like any other;
 * staff decide.
 */
export type CallbackFlag = 'honeypot' | 'fast';

/** Where a request is told: 'php', 'confirmation', 'webhook', 'webhook:2' or 'mail:ADDRESS'. Opaque to the store. */
export type Channel = string;

export interface NewCallback {
  /** Its id, if one has been given out already. */
  id?: string;
  fields: CallbackFields;
  flags: CallbackFlag[];
}

/** How far a request has got in one channel. */
export interface Delivery {
  channel: Channel;
  state: 'waiting' | 'delivered' | 'failed';
  /** Attempts begun since it was queued or requeued. */
  attempts: number;
  /** When the last attempt ended, ISO 8601; null before that and while one is under way. */
  at: string | null;
  /** Why the last attempt failed, or why nothing was sent. */
  reason: string | null;
}

/** What became of ringing back. */
export const OUTCOME_WORDS = {
  reached: 'Reached',
  noanswer: 'No answer',
  wrongnumber: 'Wrong number',
  notacustomer: 'Not a customer',
};
export type Outcome = keyof typeof OUTCOME_WORDS;
export const OUTCOMES = Object.keys(OUTCOME_WORDS) as Outcome[];

/** What staff write beside a request. */
export interface Handling {
  /** Null until somebody has rung. */
  outcome: Outcome | null;
  note: string;
  /** When it is to be rung again, ISO 8601; null for one that is not. */
  ringAgainAt: string | null;
}

/**
 * Where a request stands: to ring, when nobody has or the time to ring again has come; rung;
 * suspected of being automatic, and nobody has rung.
 */
export type Standing = 'toring' | 'rung' | 'suspected';

/** A callback request as the store keeps it. Times are ISO 8601, UTC. */
export interface StoredCallback {
  id: string;
  receivedAt: string;
  fields: CallbackFields;
  flags: CallbackFlag[];
  handling: Handling;
  /** What it was before the last change; null before the first. */
  former: Handling | null;
  /** Who made the last change, and when; null before the first. */
  changedBy: string | null;
  changedAt: string | null;
  /** Grows with each change. */
  version: number;
  /** Who has it open and seems to be ringing; null when nobody does. */
  openBy: string | null;
  standing: Standing;
  deliveries: Delivery[];
}

/** A claimed delivery, to be settled before its lease ends. */
export interface DueDelivery
  extends Pick<StoredCallback, 'id' | 'receivedAt' | 'fields' | 'flags'> {
  channel: Channel;
  /** Attempts begun, this one included. */
  attempts: number;
  /** When it was queued or requeued, from which giving up is counted. ISO 8601. */
  since: string;
}

export type DeliveryOutcome =
  | { state: 'delivered'; reason?: string | undefined }
  | { state: 'waiting'; retryAt: Date; reason: string }
  | { state: 'failed'; reason: string };

export interface StoreCounts {
  requests: number;
  /** Size on the disk. */
  bytes: number;
  /**
   * Requests whose caller has not been rung: the others need no delivery. `oldestWaiting` is when the
   * oldest that waits was received, ISO 8601; null when none does.
   */
  channels: Record<Channel, { waiting: number; failed: number; oldestWaiting: string | null }>;
}

export interface ListOptions {
  /** By arrival. */
  order?: 'newest' | 'oldest';
  limit?: number | undefined;
  standing?: Standing | undefined;
  /** Id of the request to go on after. */
  after?: string | undefined;
}
