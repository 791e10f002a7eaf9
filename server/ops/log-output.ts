import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Lines are gathered up to this size before they are written: a system call for every few lines
 * would cost more than the lines.
 */
const GATHERED_BYTES = 64 * 1024;
/** A full pipe is tried again after this: its reader may be at work. */
const RETRY_MS = 10;
/** No line waits longer than this. */
const FLUSH_INTERVAL_MS = 500;
/**
 * What may wait for a reader that has stopped reading. Lines beyond it are dropped: the site must
 * not fall with its log collector.
 */
const WAITING_LIMIT_BYTES = 8 * 1024 * 1024;

export interface LogOutput extends DestinationStream {
  /** Writes what waits, as far as it can be written at once: before the process ends. */
  flushSync(): void;
  /** @param count is told how many lines could not be written */
  onDropped(count: (lines: number) => void): void;
}

/**
 * Where log lines go: standard output, written to in intervals. A disk that is full, a pipe that
 * is closed or that nobody reads costs lines and nothing else. (The destination that comes with
 * pino tries for ever to write its last lines to a full disk.)
 */
export function openLogOutput(): LogOutput {
  // Reading it puts a pipe into the mode in which a write to a full one fails instead of waiting:
  // a thread that waits could not be ended with the process.
  const { fd } = process.stdout;
  let gathered: string[] = [];
  let gatheredBytes = 0;
  let waiting: Buffer = Buffer.alloc(0);
  let writing = false;
  let dropped = 0;
  let countDropped: ((lines: number) => void) | null = null;

  function drop(lines: string | Buffer): void {
    dropped += lines.toString().split('\n').length - 1;
    if (!countDropped) return;
    countDropped(dropped);
    dropped = 0;
  }

  /** Puts together what is to be written next. @returns whether there is anything */
  function gather(): boolean {
    if (waiting.length === 0) {
      waiting = Buffer.from(gathered.join(''));
      gathered = [];
      gatheredBytes = 0;
    }
    return waiting.length > 0;
  }

  function flush(): void {
    if (writing || !gather()) return;
    writing = true;
    write(fd, waiting, (error, bytes) => {
      writing = false;
      if (error?.code === 'EAGAIN') {
        setTimeout(flush, RETRY_MS).unref();
        return;
      }
      if (error) drop(waiting);
      waiting = error ? Buffer.alloc(0) : waiting.subarray(bytes);
      if (waiting.length > 0 || gatheredBytes >= GATHERED_BYTES) flush();
    });
  }

  function flushSync(): void {
    if (writing) return; // it would be written twice
    try {
      while (gather()) waiting = waiting.subarray(writeSync(fd, waiting));
    } catch {
      drop(waiting);
      waiting = Buffer.alloc(0);
    }
  }

  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.on('exit', flushSync);
  return {
    write(lines) {
      if (gatheredBytes + lines.length > WAITING_LIMIT_BYTES) return drop(lines);
      gathered.push(lines);
      gatheredBytes += lines.length;
      if (gatheredBytes >= GATHERED_BYTES) flush();
    },
    flushSync,
    onDropped(count) {
      countDropped = count;
      drop('');
    },
  };
}
