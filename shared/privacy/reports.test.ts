import { expect, test } from 'vitest';
import { MAX_MESSAGE_LENGTH, redactPersonalData } from './reports.ts';

test('a message is cut after a whole character, and is never half of one', () => {
  const room = 'a '.repeat(MAX_MESSAGE_LENGTH / 2 - 1);
  expect(redactPersonalData(`${room}b🚗 c`)).toBe(`${room}b🚗`);
  expect(redactPersonalData(`${room}👨‍👩‍👧‍👦 c`)).toBe(room);
});
