import { PhpFailure, type SendToPhp } from './php-proxy.ts';

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 30_000;

/**
 * Spares visitors the wait for a backend that does not answer: after five failures in a row it is
 * not asked for 30 s, and forms fail at once in the same way as the last one. Then one form is
 * tried.
 */
export function createCircuitBreaker(send: SendToPhp): SendToPhp {
  let failures = 0;
  let lastStatus: PhpFailure['status'] = 502;
  let pauseEndsAt = 0;
  return async (form, request) => {
    if (failures >= FAILURES_IN_A_ROW) {
      if (performance.now() < pauseEndsAt)
        throw new PhpFailure(lastStatus, 'not asked after failures in a row');
      pauseEndsAt = Infinity; // until it is known what becomes of this one
    }
    try {
      const answer = await send(form, request);
      failures = 0;
      return answer;
    } catch (error) {
      failures++;
      lastStatus = (error as PhpFailure).status;
      pauseEndsAt = performance.now() + PAUSE_MS;
      throw error;
    }
  };
}
