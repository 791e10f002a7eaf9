import { crc32 } from 'node:zlib';
import type { CallbackFields } from '../../../shared/callback/fields.ts';

/**
 * Why a callback request looks automatic. Flagged requests are kept and answered like any other;
 * people decide.
 */
export type CallbackFlag = 'honeypot' | 'fast';

/** A callback request as the journal keeps it. */
export interface StoredCallback {
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  fields: CallbackFields;
  flags: CallbackFlag[];
  /** Waits for the PHP backend, which could not take it. */
  spooled: boolean;
}

const NEWLINE = 0x0a;
const LINE = /^(\d{1,7}) ([0-9a-f]{8}) (.*)$/s;

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0');

/**
 * One record as one line: length of the JSON in bytes, its CRC-32, the JSON itself. JSON.stringify
 * leaves no line break in it.
 */
export function encodeRecord(record: StoredCallback): string {
  const json = JSON.stringify(record);
  return `${Buffer.byteLength(json)} ${checksum(json)} ${json}\n`;
}

/**
 * Null for a line whose length or checksum does not fit. Never throws: a parser's message would
 * quote what the visitor typed.
 */
function decodeLine(line: Buffer): StoredCallback | null {
  const [, length, sum, json] = LINE.exec(line.toString('utf8')) ?? [];
  if (json === undefined || Buffer.byteLength(json) !== Number(length) || checksum(json) !== sum)
    return null;
  try {
    return JSON.parse(json) as StoredCallback;
  } catch {
    return null;
  }
}

export interface DecodedRecords {
  records: StoredCallback[];
  /**
   * Runs of bytes that are no record: a tail torn by a crash, or a line that the disk has spoilt.
   */
  damaged: Buffer[];
  /** False when the last record lacks its line break, so that nothing may be appended. */
  closed: boolean;
}

/** Reads every intact record; after damage it goes on at the next line break. */
export function decodeRecords(bytes: Buffer): DecodedRecords {
  const records: StoredCallback[] = [];
  const damaged: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const record = decodeLine(bytes.subarray(start, end));
    if (record) records.push(record);
    else damaged.push(bytes.subarray(start, Math.min(end + 1, bytes.length)));
    start = end + 1;
  }
  return { records, damaged, closed: bytes.length === 0 || bytes.at(-1) === NEWLINE };
}
