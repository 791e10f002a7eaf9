import { PhpBackendError, type SendToPhp } from './php-proxy.ts';

const FAILURE_THRESHOLD = 5;
const RESET_TIMEOUT_MS = 30_000;

/**
 * Spares visitors the wait for a backend that does not respond. After five failures in a row it is
 * not called for 30 s: forms fail at once, with the status of the last failure. Then one form is
 * tried.
 */
export function createCircuitBreaker(send: SendToPhp): SendToPhp {
  let failures = 0;
  let lastStatus: PhpBackendError['status'] = 502;
  let retryAt = 0;
  return async (form, request) => {
    if (failures >= FAILURE_THRESHOLD) {
      if (performance.now() < retryAt)
        throw new PhpBackendError(lastStatus, 'not tried, after several failures in a row');
      retryAt = Infinity; // until the result of this trial is known
    }
    try {
      const answer = await send(form, request);
      failures = 0;
      return answer;
    } catch (error) {
      failures++;
      lastStatus = (error as PhpBackendError).status;
      retryAt = performance.now() + RESET_TIMEOUT_MS;
      throw error;
    }
  };
}
