import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { clearDeletions, readDeletions } from './deletions.ts';
import { listNames } from './files.ts';
import { setAside } from './quarantine.ts';
import type { StoredCallback } from './record.ts';
import { listSegments, readSegment, rewriteSegment, segmentNumber } from './segment.ts';

export interface Tended {
  records: StoredCallback[];
  /** Asked to be deleted. */
  deleted: Set<string>;
  /** False when something is left to do that the disk refused. */
  done: boolean;
  /** Size of all segments. */
  bytes: number;
  /** The last segment, if there is one; it may be written to when it is `whole`. */
  last: { number: number; size: number; whole: boolean } | null;
}

/**
 * Puts a store in order, with its lock held and no segment open: deleted records leave the disk,
 * damaged pieces are set aside, every intact record stays. Each step replaces one file at once, so
 * a crash in the middle only leaves the rest to do again. A segment that the disk does not let us
 * clean stays as it is and is logged: nothing is appended to it, and readers still see its records.
 */
export async function tendStore(directory: string, log: Logger): Promise<Tended> {
  for (const draft of await listNames(directory, /\.tmp$/))
    await rm(join(directory, draft), { force: true });
  const deletions = await readDeletions(directory);
  const tended: Tended = { records: [], deleted: deletions.ids, done: true, bytes: 0, last: null };
  for (const name of await listSegments(directory)) {
    const number = segmentNumber(name);
    try {
      const tidied = await tidySegment(directory, name, deletions.ids, log);
      tended.records.push(...tidied.records);
      tended.bytes += tidied.size;
      tended.last = { number, size: tidied.size, whole: true };
    } catch (error) {
      log.error(
        { err: error, segment: name },
        'a segment of the callback journal could not be put in order',
      );
      tended.done = false;
      tended.last = { number, size: 0, whole: false };
    }
  }
  if (tended.done) await clearDeletions(directory, deletions);
  return tended;
}

async function tidySegment(directory: string, name: string, deleted: Set<string>, log: Logger) {
  const path = join(directory, name);
  const segment = await readSegment(path);
  if (!segment) return { records: [], size: 0 };
  const records = segment.records.filter((record) => !deleted.has(record.id));
  const whole = segment.closed && segment.damaged.length === 0;
  if (whole && records.length === segment.records.length) return { records, size: segment.size };
  if (segment.damaged.length > 0) {
    await setAside(directory, name, segment.damaged);
    log.warn(
      { segment: name, pieces: segment.damaged.length },
      'damaged pieces of the callback journal set aside',
    );
  }
  return { records, size: await rewriteSegment(path, records) };
}
