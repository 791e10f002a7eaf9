import { write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type DestinationStream, type Logger } from 'pino';
import { guarded } from './timers.ts';

/**
 * JSON lines. Errors are written as name, message, code and stack only: the content service's SDK
 * attaches tokens to its errors. No personal data is logged: callers log outcomes, never anything a
 * visitor typed.
 */
export function createLog(level: string, output?: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp: createClock(), serializers: { err: describeError } },
    output,
  );
}

/** ISO 8601 in pino's form. Many lines share a millisecond, and so its text. */
export function createClock(): () => string {
  let millisecond = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== millisecond) text = `,"time":"${new Date(now).toISOString()}"`;
    millisecond = now;
    return text;
  };
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: (error as NodeJS.ErrnoException).code, stack };
}

/** Lines are collected up to this size, because system calls cost more than lines. */
const GATHERED_BYTES = 64 * 1024;
/** Lines are turned into bytes a few at a time: as text they cost the garbage collector more. */
const TEXT_LENGTH = 4 * 1024;
/** How long until a full pipe is tried again. */
const RETRY_MS = 10;
/** The longest that a line waits to be written. */
const FLUSH_INTERVAL_MS = 500;
/** How much may wait for a reader that has stopped; more is dropped, or the site would stop too. */
const WAITING_LIMIT_BYTES = 8 * 1024 * 1024;

export type LogOutput = ReturnType<typeof openLogOutput>;

/**
 * Writes log lines to standard output at intervals. A full disk, or a pipe that is closed or not
 * read, costs log lines and nothing else. (With a full disk, pino's own destination retries its
 * last lines for ever.)
 */
export function openLogOutput() {
  // Reading this property makes writes to a full pipe fail instead of block: a blocked thread would
  // keep the process from ending.
  const { fd } = process.stdout;
  let text = '';
  let gathered: Buffer[] = [];
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

  /** Prepares the next write. @returns whether there is anything */
  function gather(): boolean {
    if (waiting.length === 0) {
      waiting = Buffer.concat([...gathered, Buffer.from(text)]);
      text = '';
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
        setTimeout(guarded(flush), RETRY_MS).unref();
        return;
      }
      if (error) drop(waiting);
      waiting = error ? Buffer.alloc(0) : waiting.subarray(bytes);
      if (waiting.length > 0 || gatheredBytes >= GATHERED_BYTES) flush();
    });
  }

  function flushSync(): void {
    if (writing) return; // otherwise lines would be written twice
    try {
      while (gather()) waiting = waiting.subarray(writeSync(fd, waiting));
    } catch {
      drop(waiting);
      waiting = Buffer.alloc(0);
    }
  }

  setInterval(guarded(flush), FLUSH_INTERVAL_MS).unref();
  process.on('exit', flushSync);
  return {
    write(lines: string) {
      if (gatheredBytes + lines.length > WAITING_LIMIT_BYTES) return drop(lines);
      text += lines;
      gatheredBytes += lines.length;
      if (text.length >= TEXT_LENGTH) {
        gathered.push(Buffer.from(text));
        text = '';
      }
      if (gatheredBytes >= GATHERED_BYTES) flush();
    },
    /** Writes what can be written at once, before the process ends. */
    flushSync,
    /** Settles when no write is under way, because what follows it would be lost at the end. */
    async settled(): Promise<void> {
      while (writing) await sleep(RETRY_MS);
    },
    /** @param count called with the number of lines that could not be written */
    onDropped(count: (lines: number) => void): void {
      countDropped = count;
      drop('');
    },
  };
}
