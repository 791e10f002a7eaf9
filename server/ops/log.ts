import pino, { type DestinationStream, type Logger } from 'pino';

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
