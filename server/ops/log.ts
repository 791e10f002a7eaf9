import pino, { type DestinationStream, type Logger } from 'pino';

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
