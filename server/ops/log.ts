import { write } from 'node:fs';
import { Writable } from 'node:stream';
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

/** Lines are collected up to this length, because system calls cost more than lines. */
const CHUNK_LENGTH = 64 * 1024;
/** Longest wait of a line before it is written. */
const FLUSH_INTERVAL_MS = 500;
/** Delay before a full pipe is tried again. */
const RETRY_MS = 10;
/** Lines up to this length wait for a reader that has stopped; the site must not stop with it. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024;

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
  let onDropped = (_lines: number) => {};
  const output = new Writable({
    decodeStrings: false,
    writev(lines, done) {
      const bytes = Buffer.from(lines.map(({ chunk }) => chunk).join(''));
      writeAll(fd, bytes, (unwritten) => {
        if (unwritten.length > 0) onDropped(unwritten.toString().split('\n').length - 1);
        done();
      });
    },
  });
  const writeCollected = () => {
    output.uncork();
    output.cork();
  };
  output.cork();
  setInterval(logErrors(writeCollected), FLUSH_INTERVAL_MS).unref();
  return {
    write(line) {
      if (output.writableLength > MAX_WAITING_LENGTH) return onDropped(1);
      output.write(line);
      if (output.writableLength > CHUNK_LENGTH) writeCollected();
    },
    flush: () =>
      new Promise((resolve) => {
        output.write('', () => resolve());
        output.uncork();
      }),
    onDropped(listener) {
      onDropped = listener;
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
