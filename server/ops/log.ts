import { write } from 'node:fs';
import { Writable } from 'node:stream';
import pino, { type DestinationStream, type Logger } from 'pino';
import { logErrors } from './async.ts';

/**
 * JSON lines, with the time in milliseconds since 1970. Errors are written as name, message, code and stack only: the content service's SDK
 * attaches tokens to its errors. No personal data is logged: callers log outcomes, never anything a
 * visitor typed.
 */
export function createLogger(level: string, output?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
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

/**
 * Lines are collected up to this size, because system calls cost more than lines. They are bytes from
 * the beginning: hundreds of strings, each of a dozen pieces, would take 24 MB more of memory.
 */
const CHUNK_BYTES = 64 * 1024;
/** UTF-8 needs no more for a UTF-16 code unit; counting each line's bytes takes longer than it saves. */
const MAX_BYTES_PER_CHARACTER = 3;
const LINE_BREAK = Buffer.from('\n');
/** Longest wait of a line before it is written. */
const FLUSH_INTERVAL_MS = 500;
/** Delay before a full pipe is tried again. */
const RETRY_MS = 10;
/** Lines up to this size wait for a reader that has stopped; the site must not stop with it. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

export interface LogDestination extends DestinationStream {
  /** Resolves when all lines so far have been written or dropped. */
  flush(): Promise<void>;
  /** @param listener called with the number of lines that could not be written */
  onDropped(listener: (lines: number) => void): void;
}

/**
 * Writes log lines to standard output at intervals. A full disk, or a pipe that is closed or not
 * read, costs log lines and nothing else. (pino's own destination, sonic-boom, neither drops nor
 * counts what a full disk refuses, and its `flushSync` then never returns.)
 */
export function openLogDestination(): LogDestination {
  // Reading this property makes writes to a full pipe fail instead of block: a blocked thread would
  // keep the process from ending.
  const { fd } = process.stdout;
  /** Lines dropped before anyone asked for their number. */
  let untold = 0;
  let onDropped = (lines: number) => {
    untold += lines;
  };
  /** True after a write that a full disk has cut short within a line. */
  let isTorn = false;
  const output = new Writable({
    write(lines: Buffer, _encoding, done) {
      const bytes = isTorn && lines.length > 0 ? Buffer.concat([LINE_BREAK, lines]) : lines;
      writeAll(fd, bytes, (unwritten) => {
        if (unwritten.length < bytes.length)
          isTorn = bytes.at(-unwritten.length - 1) !== LINE_BREAK[0];
        const dropped = unwritten.subarray(-lines.length).toString(); // without our line break
        if (dropped) onDropped(dropped.split('\n').length - 1);
        done();
      });
    },
  });
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let length = 0;
  const writeCollected = () => {
    if (length === 0) return;
    output.write(chunk.subarray(0, length));
    chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    length = 0;
  };
  setInterval(logErrors(writeCollected), FLUSH_INTERVAL_MS).unref();
  return {
    write(line) {
      if (output.writableLength > MAX_WAITING_BYTES) return onDropped(1);
      const maxBytes = line.length * MAX_BYTES_PER_CHARACTER;
      if (length + maxBytes > CHUNK_BYTES) writeCollected();
      if (maxBytes > CHUNK_BYTES) output.write(line);
      else length += chunk.write(line, length);
    },
    flush: () =>
      new Promise((resolve) => {
        writeCollected();
        output.write('', () => resolve());
      }),
    onDropped(listener) {
      onDropped = listener;
      listener(untold);
    },
  };
}

/** @param done called with the bytes that the system has refused */
function writeAll(fd: number, bytes: Buffer, done: (unwritten: Buffer) => void): void {
  write(fd, bytes, (error, count) => {
    const rest = error ? bytes : bytes.subarray(count);
    if (error?.code === 'EAGAIN') setTimeout(writeAll, RETRY_MS, fd, rest, done);
    else if (error || rest.length === 0) done(rest);
    else writeAll(fd, rest, done);
  });
}
