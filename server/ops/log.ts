import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Lines are gathered up to this size before they are written: a system call for every few lines
 * would cost more than the lines.
 */
const GATHERED_BYTES = 64 * 1024;
/** No line waits longer than this. */
const FLUSH_INTERVAL_MS = 500;
/**
 * What may wait for a reader that has stopped reading. Lines beyond it are dropped: the site must
 * not fall with its log collector.
 */
const WAITING_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Where log lines go: standard output, gathered. Written in intervals and, synchronously, on exit
 * and after a fatal line.
 */
export function openLogOutput(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: GATHERED_BYTES - 1,
    maxWrite: GATHERED_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: WAITING_LIMIT_BYTES,
    // As text it would be measured anew with every line that is added.
    contentMode: 'buffer',
  });
  const flushSync = () => {
    try {
      output.flushSync();
    } catch {
      // Standard output is closed or was never ready: nobody is there to read.
    }
  };
  process.on('exit', flushSync);
  return { write: (lines) => void output.write(Buffer.from(lines) as never), flushSync };
}

/**
 * JSON lines. Errors are written as name, message, code and stack only: clients of the content
 * service hang tokens on theirs. Personal data never gets here: callers log outcomes, and nothing
 * that a visitor typed.
 */
export function createLog(level: string, output?: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp: createClock(), serializers: { err: describeError } },
    output,
  );
}

/**
 * Writes lines where a logger's go, past its formatting: of the access log there is one for every
 * request. Null when the level leaves lines of information out.
 */
export function informationLines(log: Logger): ((lines: string) => void) | null {
  const stream = (log as unknown as Record<symbol, DestinationStream>)[
    pino.symbols.streamSym
  ] as DestinationStream;
  return log.isLevelEnabled('info') ? (lines) => stream.write(lines) : null;
}

/** ISO 8601 as pino takes it; many lines share a millisecond, and its text. */
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
