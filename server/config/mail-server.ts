import { setTimeout as sleep } from 'node:timers/promises';
import type { NodemailerError } from 'nodemailer';

/** Longer than most servers delay their greeting, and short enough for someone who waits for it. */
const TIMEOUT_MS = 10_000;

/**
 * Looks up a mail server, is greeted by it and logs in; no mail is sent.
 * @param url of `SMTP_URL`
 * @returns why no mail could be sent; null when one could
 */
export async function checkMailServer(url: string, timeoutMs = TIMEOUT_MS): Promise<string | null> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Otherwise a connection that nobody awaits any more keeps the process for minutes.
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  transport.on('error', () => {}); // `verify` says it too
  const timeout = new AbortController();
  const noAnswer = `no answer within ${timeoutMs / 1000} seconds`;
  const late = sleep(timeoutMs, noAnswer, { signal: timeout.signal });
  try {
    return await Promise.race([transport.verify().then(() => null), late]);
  } catch (error) {
    const { responseCode, originalCode, code, name } = error as NodemailerError;
    if (responseCode !== undefined) return `SMTP ${responseCode}`;
    const reason = originalCode || code || name;
    return reason === 'ETIMEDOUT' ? noAnswer : reason; // nodemailer's timeouts end at the same moment
  } finally {
    timeout.abort();
    transport.close();
  }
}
