import { expect, test } from 'vitest';
import { QUESTIONS } from './setup-questions.ts';

test('setup explains every question in words and shows no code', () => {
  for (const { question, help } of QUESTIONS)
    expect(`${question}\n${help}`).not.toMatch(/=>|\$\{|undefined|\[object/);
});
