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
export const OUTCOMES = ['reached', 'noanswer', 'wrongnumber', 'notacustomer'] as const;
export type Outcome = (typeof OUTCOMES)[number];

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
  channels: Record<Channel, ChannelCounts>;
}

/** Counts requests whose caller has not been rung: the others need no delivery. */
interface ChannelCounts {
  waiting: number;
  failed: number;
  /** When the oldest request that waits was received, ISO 8601; null when none does. */
  oldestWaiting: string | null;
}

export interface ListOptions {
  /** By arrival. */
  order?: 'newest' | 'oldest';
  limit?: number;
  standing?: Standing;
  /** Id of the request to go on after. */
  after?: string;
}

/** The outbox. Every method rejects as those of the store do. */
export interface Deliveries {
  /**
   * Claims deliveries of a channel that are due, oldest request first: nobody else gets them within
   * the lease.
   */
  claimDue(options: {
    channel: Channel;
    now: Date;
    limit: number;
    leaseMs: number;
  }): Promise<DueDelivery[]>;
  settle(id: string, channel: Channel, outcome: DeliveryOutcome): Promise<void>;
  /**
   * Makes everything that waits for its next attempt in a channel due now; claims stay as they are.
   */
  retryNow(channel: Channel): Promise<void>;
  /** Whether the caller is to be mailed: nobody has been, about another request, for a day. */
  confirms(request: Pick<StoredCallback, 'id' | 'fields'>): Promise<boolean>;
  /** Requeues what has failed; false for an unknown id or one of which nothing has. */
  retry(id: string): Promise<boolean>;
}

/**
 * The record of every callback request and the outbox of its deliveries. Every method rejects while
 * the store cannot be read or written to, and then has no effect, unless the disk or the network
 * hangs: what was being written may then be kept all the same.
 */
export interface CallbackStore {
  /**
   * Keeps a request and its outbox entries, both or none; resolves once they are durable. The same
   * fields again within 30 minutes are a duplicate: `id` is that of the first.
   */
  add(
    callback: NewCallback,
    channels: readonly Channel[],
  ): Promise<{ id: string; duplicate: boolean }>;
  /** Whether the same request was stored within the last 30 minutes. */
  holds(fields: CallbackFields): Promise<boolean>;
  find(id: string): Promise<StoredCallback | null>;
  /** Read a page at a time: memory does not grow with the list. */
  list(options?: ListOptions): AsyncIterable<StoredCallback>;
  /** How many there are of each standing. */
  standings(): Promise<Record<Standing, number>>;
  /** Notes who has it open, for ten minutes or until it is changed. */
  open(id: string, by: string): Promise<void>;
  /** Writes over what was read as this version; false when it has another by now, or is gone. */
  change(id: string, version: number, handling: Handling, by: string): Promise<boolean>;
  /** False for an unknown id, or one that is no longer of this version. */
  erase(id: string, version?: number): Promise<boolean>;
  /** Erases requests received before this; returns how many. */
  purge(before: Date): Promise<number>;
  /** When it was last said to be in use; null for one of which nobody has said so. */
  lastUsed(): Promise<Date | null>;
  noteUse(at: Date): Promise<void>;
  readonly deliveries: Deliveries;
  counts(): Promise<StoreCounts>;
  /** Whether it has opened once. A store that cannot be opened is tried again every 10 s. */
  readonly opened: boolean;
  /** Finishes pending writes; the store accepts nothing more. */
  close(): Promise<void>;
}
