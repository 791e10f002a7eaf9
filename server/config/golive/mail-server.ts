import type { NodemailerError } from 'nodemailer';
import { withTimeout } from '../../ops/async.ts';
import { describeMailError, openMailTransport } from '../../ops/mail-transport.ts';

/** Longer than most servers delay their greeting, and short enough for someone who waits for it. */
const TIMEOUT_MS = 10_000;

/**
 * Looks up a mail server, is greeted by it and logs in; no mail is sent.
 * @param url the value of `SMTP_URL`
 * @returns why no mail could be sent; null when one could
 */
export async function checkMailServer(url: string, timeoutMs = TIMEOUT_MS): Promise<string | null> {
  const noAnswer = `no answer within ${timeoutMs / 1000} seconds`;
  const transport = await openMailTransport(url, timeoutMs);
  try {
    const verified = transport.verify().then(() => null);
    return await withTimeout(verified, timeoutMs, () => noAnswer);
  } catch (error) {
    const reason = describeMailError(error as NodemailerError);
    return reason === 'ETIMEDOUT' ? noAnswer : reason; // nodemailer's timeouts end at the same moment
  } finally {
    transport.close();
  }
}
