import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILE_MODE, isMissing, listNames, syncDirectory, writeAll, writeDurably } from './files.ts';
import { type DecodedRecords, decodeRecords, encodeRecord, type StoredCallback } from './record.ts';

/**
 * The journal is a row of files, its segments, of which only the last is written to. A segment that
 * has once failed to take a write is never written to again: after a failed fsync the kernel may
 * call pages clean that are not on the disk (PostgreSQL's lesson of 2018).
 */
const SEGMENT_NAME = /^\d{8}\.journal$/;

export const segmentPath = (directory: string, number: number) =>
  join(directory, `${String(number).padStart(8, '0')}.journal`);
export const segmentNumber = (name: string) => Number.parseInt(name, 10);

export function listSegments(directory: string): Promise<string[]> {
  return listNames(directory, SEGMENT_NAME);
}

/** Null for a segment that has been removed since it was listed: all its records were deleted. */
export async function readSegment(
  path: string,
): Promise<(DecodedRecords & { size: number }) | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await handle.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { ...decodeRecords(bytes.subarray(0, length)), size: length };
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a segment in one step by one with these records, or removes it when there are none. What
 * it held before is gone from the disk.
 */
export async function rewriteSegment(path: string, records: StoredCallback[]): Promise<number> {
  const bytes = Buffer.from(records.map(encodeRecord).join(''));
  if (bytes.length === 0) {
    await rm(path);
  } else {
    const draft = `${path}.tmp`;
    await rm(draft, { force: true });
    await writeDurably(draft, bytes);
    await rename(draft, path);
  }
  await syncDirectory(dirname(path));
  return bytes.length;
}

/** Somebody has removed the file that was being written to: what it takes now is lost. */
class SegmentRemoved extends Error {
  override name = 'SegmentRemoved';
  code = 'ENOENT';
}

/** The segment that is being written to. */
export class OpenSegment {
  readonly #handle: FileHandle;
  readonly #path: string;
  /** Bytes known to be on the disk. */
  #durable: number;

  private constructor(handle: FileHandle, path: string, size: number) {
    this.#handle = handle;
    this.#path = path;
    this.#durable = size;
  }

  static async open(path: string): Promise<OpenSegment> {
    const handle = await open(path, 'a', FILE_MODE);
    try {
      await syncDirectory(dirname(path));
      return new OpenSegment(handle, path, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get size(): number {
    return this.#durable;
  }

  /** On return the bytes are on the disk. After an error the segment must be abandoned. */
  async append(bytes: Buffer): Promise<void> {
    await writeAll(this.#handle, bytes);
    await this.#handle.datasync();
    if ((await this.#handle.stat()).nlink === 0) throw new SegmentRemoved();
    this.#durable += bytes.length;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /**
   * After a failed append: takes back what nobody was promised, as far as the disk still allows.
   * Readers skip what remains of it.
   */
  async abandon(): Promise<void> {
    await this.#handle.truncate(this.#durable).catch(() => {});
    await this.#handle.close().catch(() => {});
    if (this.#durable === 0) await rm(this.#path, { force: true }).catch(() => {});
  }
}
