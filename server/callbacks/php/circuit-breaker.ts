import { PhpFailure, type SendToPhp } from './php-proxy.ts';

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 30_000;

/**
 * Spares visitors the wait for a backend that does not answer: after five failures in a row it is
 * not asked for 30 s, and forms fail at once in the same way as the last one. Then one form is
 * tried.
 */
export function createCircuitBreaker(send: SendToPhp, pauseMs = PAUSE_MS): SendToPhp {
  let failures = 0;
  let last: PhpFailure | null = null;
  let pauseEndsAt = 0;
  let trying = false;
  return async (form, request) => {
    const isTrial = last !== null && failures >= FAILURES_IN_A_ROW;
    if (isTrial && (trying || performance.now() < pauseEndsAt))
      throw new PhpFailure((last as PhpFailure).status, 'not asked after failures in a row');
    if (isTrial) trying = true;
    try {
      const answer = await send(form, request);
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof PhpFailure) {
        failures++;
        last = error;
        pauseEndsAt = performance.now() + pauseMs;
      }
      throw error;
    } finally {
      if (isTrial) trying = false;
    }
  };
}
