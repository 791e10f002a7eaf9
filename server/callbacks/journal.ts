import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CallbackFields } from '../../shared/callback/fields.ts';
import type { Metrics } from '../ops/metrics.ts';
import { RecentCallbacks } from './recent.ts';
import { CommitQueue } from './store/commit-queue.ts';
import { listDeletions, requestDeletion } from './store/deletions.ts';
import { DIRECTORY_MODE, isMissing, storeDirectory, syncDirectory } from './store/files.ts';
import { JournalLocked, takeLock } from './store/lock.ts';
import { readCallbacks } from './store/reader.ts';
import { type CallbackFlag, encodeRecord, type StoredCallback } from './store/record.ts';
import { tendStore } from './store/tend.ts';
import { SegmentWriter } from './store/writer.ts';

/** How often the journal looks for deletions asked for by `npm run callbacks`. */
const TEND_INTERVAL_MS = 1000;
/** After the disk refused, the next look comes later. */
const TEND_RETRY_MS = 30_000;
/**
 * How long a start waits for the lock: the process that it replaces may be ending, or a deletion be
 * under way.
 */
const LOCK_WAIT_MS = 2000;
const LOCK_RETRY_MS = 100;

export interface NewCallback {
  fields: CallbackFields;
  flags: CallbackFlag[];
  /** Its id, when the PHP backend may have seen one already. */
  id?: string;
  /** Kept for the PHP backend, which could not take it. */
  spooled?: boolean;
}

interface Parts {
  dataDir: string;
  log: Logger;
  metrics: Metrics;
}

/**
 * Opens the callback store under `dataDir`. A store that cannot be opened for another reason than
 * its lock is no reason not to start: the pages go on, a callback request gets a 503, and each one
 * tries again.
 * @throws {JournalLocked} when another process writes to it.
 */
export async function openJournal(parts: Parts, lockWaitMs = LOCK_WAIT_MS): Promise<Journal> {
  const journal = new Journal(parts);
  const giveUpAt = Date.now() + lockWaitMs;
  for (;;) {
    try {
      await journal.ready();
      return journal;
    } catch (error) {
      if (!(error instanceof JournalLocked)) {
        parts.log.error({ err: error }, 'the callback journal cannot be opened');
        return journal;
      }
      if (Date.now() >= giveUpAt) {
        await journal.close();
        throw error;
      }
      await delay(LOCK_RETRY_MS);
    }
  }
}

/** The embedded callback store: an append-only journal. What it has acknowledged is on the disk. */
export class Journal {
  readonly #parts: Parts;
  readonly #directory: string;
  #recent = new RecentCallbacks();
  readonly #writer: SegmentWriter;
  readonly #queue = new CommitQueue(
    (commit) => void this.#inTurn(commit),
    (bytes) => this.#write(bytes),
  );
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #release: (() => void) | null = null;
  #opening: Promise<void> | null = null;
  #restUntil = 0;
  #bytes = 0;
  /** Writing and putting in order take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#directory = storeDirectory(parts.dataDir);
    this.#writer = new SegmentWriter(this.#directory);
    this.#timer = setInterval(() => void this.#carryOutDeletions(), TEND_INTERVAL_MS).unref();
  }

  /** Aborted when the journal closes: whatever works with it in the background must end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Opens the store unless it is open. Fails as long as the disk does; the next call tries again.
   */
  ready(): Promise<void> {
    if (this.closing.aborted) return Promise.reject(new Error('the callback journal is closed'));
    this.#opening ??= this.#inTurn(() => this.#open()).catch((error) => {
      this.#opening = null;
      if (!(error instanceof JournalLocked)) this.#parts.metrics.journalErrors.inc();
      throw error;
    });
    return this.#opening;
  }

  /**
   * Resolves when the request is on the disk (`duplicate`: it was, within the last 30 minutes), and
   * rejects when it is not.
   */
  async append({
    fields,
    flags,
    id = randomUUID(),
    spooled = false,
  }: NewCallback): Promise<{ id: string; duplicate: boolean }> {
    await this.ready();
    const earlier = this.#recent.find(fields);
    if (earlier) {
      await earlier.stored;
      return { id: earlier.id, duplicate: true };
    }
    const receivedAt = new Date();
    const stored = this.#queue.add(
      encodeRecord({ id, receivedAt: receivedAt.toISOString(), fields, flags, spooled }),
    );
    this.#recent.add(fields, { id, receivedAt: receivedAt.getTime(), stored });
    await stored;
    return { id, duplicate: false };
  }

  /** Whether the same request is on the disk since no more than 30 minutes. */
  async holds(fields: CallbackFields): Promise<boolean> {
    const stored = this.#recent.find(fields)?.stored.then(() => true);
    return stored ? stored.catch(() => false) : false;
  }

  /** Requests that wait for the PHP backend, oldest first. */
  async spooled(): Promise<StoredCallback[]> {
    await this.ready();
    return (await readCallbacks(this.#parts.dataDir)).filter((callback) => callback.spooled);
  }

  /**
   * Takes a record out: on return it is gone for every reader, and within seconds from the disk.
   * Works while the journal closes.
   */
  async erase(id: string): Promise<void> {
    await requestDeletion(this.#directory, [id]);
  }

  /** Waits for what is being written, then gives the store up. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#inTurn(async () => {
      await this.#writer.close();
      this.#release?.();
      this.#release = null;
    });
  }

  async #open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: DIRECTORY_MODE });
    this.#release ??= takeLock(this.#directory);
    await syncDirectory(this.#parts.dataDir);
    await this.#tend();
  }

  async #tend(): Promise<void> {
    await this.#writer.close();
    const tended = await tendStore(this.#directory, this.#parts.log);
    this.#recent.forget(tended.deleted);
    for (const { id, receivedAt, fields } of tended.records)
      this.#recent.add(fields, {
        id,
        receivedAt: Date.parse(receivedAt),
        stored: Promise.resolve(),
      });
    this.#setBytes(tended.bytes);
    this.#writer.continueAfter(tended);
    if (!tended.done) this.#restUntil = Date.now() + TEND_RETRY_MS;
  }

  async #carryOutDeletions(): Promise<void> {
    if (!this.#release || this.closing.aborted || Date.now() < this.#restUntil) return;
    try {
      if ((await listDeletions(this.#directory)).length > 0) await this.#inTurn(() => this.#tend());
    } catch (error) {
      this.#restUntil = Date.now() + TEND_RETRY_MS;
      this.#parts.metrics.journalErrors.inc();
      this.#parts.log.error(
        { err: error },
        'deletions from the callback journal could not be carried out',
      );
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    try {
      await this.#writer.append(bytes);
    } catch (error) {
      this.#parts.metrics.journalErrors.inc();
      if (isMissing(error)) this.#startAnew();
      throw error;
    }
    this.#setBytes(this.#bytes + bytes.length);
  }

  /**
   * The directory was removed, and with it the lock and what was known of it: the next request
   * makes both again.
   */
  #startAnew(): void {
    this.#release?.();
    this.#release = null;
    this.#opening = null;
    this.#recent = new RecentCallbacks();
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(task);
    this.#turn = result.catch(() => {});
    return result;
  }

  #setBytes(bytes: number): void {
    this.#bytes = bytes;
    this.#parts.metrics.journalBytes.set(bytes);
  }
}
