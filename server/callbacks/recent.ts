import { createHash } from 'node:crypto';
import { type CallbackFields, FIELD_NAMES } from '../../shared/callback/fields.ts';

/**
 * The same request again within this time makes no second record: a double press, a reload, a retry
 * after a lost answer.
 */
const DUPLICATE_WINDOW_MS = 30 * 60 * 1000;

interface Entry {
  id: string;
  receivedAt: number;
  /** Settles when the first request is on the disk, or is not. */
  stored: Promise<void>;
}

/**
 * What was received within the last 30 minutes, by a digest of its fields: no personal data is held
 * for it.
 */
export class RecentCallbacks {
  readonly #entries = new Map<string, Entry>();

  find(fields: CallbackFields, now = Date.now()): Entry | undefined {
    for (const [digest, entry] of this.#entries) {
      if (now - entry.receivedAt < DUPLICATE_WINDOW_MS) break; // in order of arrival
      this.#entries.delete(digest);
    }
    return this.#entries.get(digestOf(fields));
  }

  add(fields: CallbackFields, entry: Entry): void {
    if (Date.now() - entry.receivedAt >= DUPLICATE_WINDOW_MS) return;
    const digest = digestOf(fields);
    this.#entries.delete(digest);
    this.#entries.set(digest, entry);
    const forget = () => this.#entries.get(digest) === entry && this.#entries.delete(digest);
    entry.stored.catch(forget);
  }

  /** A request that was deleted may be sent again. */
  forget(ids: Set<string>): void {
    for (const [digest, { id }] of this.#entries) if (ids.has(id)) this.#entries.delete(digest);
  }
}

function digestOf(fields: CallbackFields): string {
  return createHash('sha256')
    .update(JSON.stringify(FIELD_NAMES.map((name) => fields[name])))
    .digest('base64');
}
