import pino, { type DestinationStream, type Logger } from 'pino';

/** Lines are gathered up to this size before they are written, so that a request does not wait for its log line. */
const BUFFER_BYTES = 4096;
/** No line waits longer than this. */
const FLUSH_INTERVAL_MS = 500;

/** Where log lines go: standard output, gathered. Flushed in intervals and, synchronously, on exit. */
export function openLogOutput(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: 1, minLength: BUFFER_BYTES, sync: false });
  setInterval(() => output.flush(), FLUSH_INTERVAL_MS).unref();
  process.on('exit', () => {
    try {
      output.flushSync();
    } catch {
      // Standard output is closed or was never ready: nobody is there to read.
    }
  });
  return output;
}

/**
 * JSON lines. Errors are written as name, message, code and stack only: clients of the content service hang tokens on theirs.
 * Personal data never gets here: callers log outcomes, and nothing that a visitor typed.
 */
export function createLog(level: string, output?: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } }, output);
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, code: (error as NodeJS.ErrnoException).code, stack };
}
