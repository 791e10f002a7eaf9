import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRequest } from '../../../test/support/callbacks/read-request.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { type PhpAnswer, PhpBackendError } from './php-proxy.ts';

const FORM = { body: '', headers: {} };
const REQUEST = await readRequest();
const OK: PhpAnswer = { status: 200, json: Buffer.from('{"ok":true}'), ok: true };

/** The pause is measured by the monotonic clock. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('opens after five failures in a row, then tries one form at a time', async () => {
  let asked = 0;
  let answer: () => Promise<PhpAnswer> = () => Promise.reject(new PhpBackendError(504, 'silent'));
  const send = createCircuitBreaker(() => {
    asked++;
    return answer();
  });
  for (let form = 0; form < 20; form++)
    await expect(send(FORM, REQUEST)).rejects.toMatchObject({ status: 504 });
  vi.advanceTimersByTime(29_999);
  await expect(send(FORM, REQUEST)).rejects.toMatchObject({ status: 504 });
  expect(asked).toBe(5);

  vi.advanceTimersByTime(30_000);
  const trial = Promise.withResolvers<PhpAnswer>();
  answer = () => trial.promise;
  const first = send(FORM, REQUEST);
  await expect(send(FORM, REQUEST)).rejects.toMatchObject({ status: 504 });
  expect(asked).toBe(6);
  trial.resolve(OK);
  expect(await first).toBe(OK);
  expect(await send(FORM, REQUEST)).toBe(OK);
});

test('stays closed when responses, refusals included, come between failures', async () => {
  let asked = 0;
  const send = createCircuitBreaker(async () => {
    if (++asked % 5 === 0) return { ...OK, status: 500, ok: false };
    throw new PhpBackendError(502, 'ECONNRESET');
  });
  for (let form = 0; form < 20; form++) await send(FORM, REQUEST).catch(() => {});
  expect(asked).toBe(20);
});

test('stays open as long again after a failed trial', async () => {
  let asked = 0;
  const send = createCircuitBreaker(() => {
    asked++;
    return Promise.reject(new PhpBackendError(502, 'ECONNREFUSED'));
  });
  for (let form = 0; form < 5; form++) await send(FORM, REQUEST).catch(() => {});
  vi.advanceTimersByTime(30_000);
  for (let form = 0; form < 5; form++) await send(FORM, REQUEST).catch(() => {});
  expect(asked).toBe(6);
});
