import pino, { type DestinationStream, type Logger } from 'pino';

/** Lines are gathered up to this size before they are written: a system call for every few lines would cost more than the lines. */
const GATHERED_BYTES = 64 * 1024;
/** No line waits longer than this. */
const FLUSH_INTERVAL_MS = 500;
/** What may wait for a reader that has stopped reading. Lines beyond it are dropped: the site must not fall with its log collector. */
const WAITING_LIMIT_BYTES = 8 * 1024 * 1024;

/** Where log lines go: standard output, gathered. Written in intervals and, synchronously, on exit and after a fatal line. */
export function openLogOutput(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: 1, maxLength: WAITING_LIMIT_BYTES, sync: false });
  // Bytes, not text: a line's many pieces of text are garbage at once and not only when the lines are written.
  const gathered = Buffer.allocUnsafe(GATHERED_BYTES);
  let length = 0;
  const pass = () => {
    if (length === 0) return;
    output.write(gathered.toString('utf8', 0, length));
    length = 0;
  };
  const flushSync = () => {
    try {
      pass();
      output.flushSync();
    } catch {
      // Standard output is closed or was never ready: nobody is there to read.
    }
  };
  setInterval(pass, FLUSH_INTERVAL_MS).unref();
  process.on('exit', flushSync);
  return {
    write(line) {
      const most = line.length * 3; // bytes of UTF-8 to a UTF-16 unit
      if (length + most > GATHERED_BYTES) pass();
      if (most > GATHERED_BYTES) output.write(line);
      else length += gathered.write(line, length);
    },
    flushSync,
  };
}

/**
 * JSON lines. Errors are written as name, message, code and stack only: clients of the content service hang tokens on theirs.
 * Personal data never gets here: callers log outcomes, and nothing that a visitor typed.
 */
export function createLog(level: string, output?: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: createClock(), serializers: { err: describeError } }, output);
}

/** ISO 8601 as pino takes it; many lines share a millisecond, and its text. */
function createClock(): () => string {
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
