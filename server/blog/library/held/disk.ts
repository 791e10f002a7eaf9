import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';

/** Raised when the stored format changes: older copies are then ignored. */
const FORMAT = 2;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
/** During a deploy another process may be writing to the same copy; visitors do not wait for it. */
const BUSY_TIMEOUT_MS = 50;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * The last good content on disk, so that a restart during an outage serves it: values by key in a
 * SQLite database. Everything in it can be fetched again, so nothing waits for the disk
 * (`synchronous = OFF`), and a failing disk or a damaged file only costs one log line.
 */
export class Disk {
  readonly #path: string;
  readonly #source: string;
  readonly #log: Logger;
  #db: DatabaseSync | null = null;
  #failing = false;

  /** @param source identity of the content's origin: a copy from another one is discarded */
  constructor({ dataDir, source, log }: { dataDir: string; source: string; log: Logger }) {
    this.#path = join(dataDir, 'blog.sqlite');
    this.#source = `${FORMAT} ${source}`;
    this.#log = log;
    try {
      mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
    } catch {} // logged when the file cannot be opened
    this.#open();
  }

  /** Undefined when missing or damaged. */
  read(key: string): unknown {
    return this.#use((db) => {
      const row = db.prepare('SELECT value, hash FROM kept WHERE key = ?').get(key);
      return row && row.hash === hashOf(row.value as string)
        ? JSON.parse(row.value as string)
        : undefined;
    });
  }

  keep(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    this.#use((db) => {
      db.prepare('INSERT OR REPLACE INTO kept VALUES (?, ?, ?)').run(key, text, hashOf(text));
      this.#failing = false;
    });
  }

  drop(key: string): void {
    this.#use((db) => db.prepare('DELETE FROM kept WHERE key = ?').run(key));
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  #open(): void {
    this.#use(() => {
      closeSync(openSync(this.#path, 'a', OWNER_ONLY_FILE));
      this.#db = new DatabaseSync(this.#path, { timeout: BUSY_TIMEOUT_MS });
      this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
        CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT, hash TEXT)`);
      if (this.read('source') === this.#source) return;
      this.#db.exec('DELETE FROM kept');
      this.keep('source', this.#source);
    }, true);
  }

  #use<T>(work: (db: DatabaseSync) => T, opening = false): T | undefined {
    if (!this.#db && !opening) return undefined;
    try {
      return work(this.#db as DatabaseSync);
    } catch (error) {
      this.#complain(error);
      const { errcode } = error as { errcode?: number };
      if (errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB) this.#startAnew();
      return undefined;
    }
  }

  #startAnew(): void {
    this.close();
    const removed = this.#use(() => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true });
      return true;
    }, true);
    if (removed) this.#open();
  }

  /**
   * Logs once, until something can be written again: a read-only disk need not be reported every
   * minute.
   */
  #complain(error: unknown): void {
    if (!this.#failing)
      this.#log.warn({ err: error }, 'the copy of the blog on disk cannot be used');
    this.#failing = true;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
