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
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    output,
  );
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: (error as NodeJS.ErrnoException).code, stack };
}

/** Lines are collected up to this length, because system calls cost more than lines. */
const FLUSH_LENGTH = 64 * 1024;
/** How long until a full pipe is tried again. */
const RETRY_MS = 10;
/** The longest that a line waits to be written. */
const FLUSH_INTERVAL_MS = 500;
/** How much may wait for a reader that has stopped; more is dropped, or the site would stop too. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

export interface LogDestination extends DestinationStream {
  /** Settles when no write is under way, because what follows it would be lost at the end. */
  settled(): Promise<void>;
  /** @param count called with the number of lines that could not be written */
  onDropped(count: (lines: number) => void): void;
}

/**
 * Writes log lines to standard output at intervals. A full disk, or a pipe that is closed or not
 * read, costs log lines and nothing else. (With a full disk, pino's own destination, sonic-boom,
 * neither drops nor counts the lines that were refused, and retries them for ever at the end.)
 */
export function openLogDestination(): LogDestination {
  const dropped = createDropCount();
  // Reading this property makes writes to a full pipe fail instead of block: a blocked thread would
  // keep the process from ending.
  const writer = createWriter(process.stdout.fd, dropped.add);
  setInterval(guarded(writer.flush), FLUSH_INTERVAL_MS).unref();
  process.on('exit', writer.flushSync);
  return { write: writer.write, settled: writer.settled, onDropped: dropped.tell };
}

/** Counts lines until somebody is told of them, and tells of each from then on. */
function createDropCount() {
  let untold = 0;
  let tell: ((lines: number) => void) | null = null;
  const passOn = () => {
    if (!tell || untold === 0) return;
    tell(untold);
    untold = 0;
  };
  return {
    add(lines: string): void {
      untold += lines.split('\n').length - 1;
      passOn();
    },
    tell(count: (lines: number) => void): void {
      tell = count;
      passOn();
    },
  };
}

/** Writes what it collects to a file descriptor, one piece at a time, and retries a full pipe. */
function createWriter(fd: number, drop: (lines: string) => void) {
  /** Lines that no write has begun with. */
  let collected = '';
  /** What is left of the piece that is written now, or will be next. */
  let piece = NOTHING;
  let isWriting = false;

  /** @returns whether there is a piece to write */
  function hasPiece(): boolean {
    if (piece.length === 0) {
      piece = Buffer.from(collected);
      collected = '';
    }
    return piece.length > 0;
  }

  function dropPiece(): void {
    drop(piece.toString());
    piece = NOTHING;
  }

  function flush(): void {
    if (isWriting || !hasPiece()) return;
    isWriting = true;
    write(fd, piece, (error, bytes) => {
      isWriting = false;
      if (error?.code === 'EAGAIN') {
        setTimeout(guarded(flush), RETRY_MS).unref();
        return;
      }
      if (error) dropPiece();
      else piece = piece.subarray(bytes);
      if (piece.length > 0 || collected.length >= FLUSH_LENGTH) flush();
    });
  }

  return {
    write(lines: string): void {
      if (collected.length + lines.length > MAX_WAITING_LENGTH) {
        drop(lines);
        return;
      }
      collected += lines;
      if (collected.length >= FLUSH_LENGTH) flush();
    },
    flush,
    /** Writes what can be written at once, before the process ends. */
    flushSync(): void {
      if (isWriting) return; // otherwise lines would be written twice
      try {
        while (hasPiece()) piece = piece.subarray(writeSync(fd, piece));
      } catch {
        dropPiece();
      }
    },
    async settled(): Promise<void> {
      while (isWriting) await sleep(RETRY_MS);
    },
  };
}
