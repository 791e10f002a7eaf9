import { write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type DestinationStream, type Logger, stdTimeFunctions } from 'pino';
import { logErrors } from './async.ts';

/**
 * JSON lines. Errors are written as name, message, code and stack only: the content service's SDK
 * attaches tokens to its errors. No personal data is logged: callers log outcomes, never anything a
 * visitor typed.
 */
export function createLogger(level: string, output?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    output,
  );
}

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: (error as NodeJS.ErrnoException).code, stack };
}

/** Lines are collected up to this size, because system calls cost more than lines. */
const CHUNK_BYTES = 64 * 1024;
/** UTF-8 needs no more for a UTF-16 code unit; counting each line's bytes takes longer than it saves. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Delay before a full pipe is tried again. */
const RETRY_MS = 10;
/** Longest wait of a line before it is written. */
const FLUSH_INTERVAL_MS = 500;
/** Chunks that wait for a reader that has stopped. More are dropped, or the site would stop too. */
const MAX_WAITING_CHUNKS = 128;

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
  setInterval(logErrors(writer.flush), FLUSH_INTERVAL_MS).unref();
  process.on('exit', writer.flushSync);
  return { write: writer.write, settled: writer.settled, onDropped: dropped.tell };
}

/** Counts dropped lines until a listener is set, and reports them to it from then on. */
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

/**
 * Collects lines in chunks. They are bytes from the beginning: thousands of strings, each of a
 * dozen pieces, would keep the garbage collector busy.
 */
function createLineBuffer() {
  const full: Buffer[] = [];
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let length = 0;
  return {
    hasFullChunk: () => full.length > 0,
    /** @returns false when there is no room */
    append(lines: string): boolean {
      const maxBytes = lines.length * MAX_BYTES_PER_CHARACTER;
      if (length + maxBytes > chunk.length) {
        if (full.length >= MAX_WAITING_CHUNKS) return false;
        if (length > 0) full.push(chunk.subarray(0, length));
        chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, maxBytes));
        length = 0;
      }
      length += chunk.write(lines, length);
      return true;
    },
    /** Takes out the oldest lines. */
    shift(): Buffer {
      const oldest = full.shift();
      if (oldest || length === 0) return oldest ?? NOTHING;
      const rest = chunk.subarray(0, length);
      chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      length = 0;
      return rest;
    },
  };
}

/** Writes what it collects to a file descriptor, one piece at a time, and retries a full pipe. */
function createWriter(fd: number, drop: (lines: string) => void) {
  const lineBuffer = createLineBuffer();
  /** The unwritten rest of the current piece. */
  let piece = NOTHING;
  let isWriting = false;

  /** @returns whether there is a piece to write */
  function hasPiece(): boolean {
    if (piece.length === 0) piece = lineBuffer.shift();
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
        setTimeout(logErrors(flush), RETRY_MS).unref();
        return;
      }
      if (error) dropPiece();
      else piece = piece.subarray(bytes);
      if (piece.length > 0 || lineBuffer.hasFullChunk()) flush();
    });
  }

  return {
    write(lines: string): void {
      if (!lineBuffer.append(lines)) drop(lines);
      else if (lineBuffer.hasFullChunk()) flush();
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
