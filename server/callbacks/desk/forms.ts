import type { Request, Response } from 'express';
import { replyText } from '../../http/reply.ts';
import { isForm, LINE_BREAK, parsePairs, readBody, typed } from '../form.ts';
import { fromLondonInput } from '../staff-words.ts';
import { type Handling, OUTCOMES } from '../store.ts';

/** A note of the greatest length, every byte of it escaped, and the rest of its form. */
const BODY_LIMIT_BYTES = 32_768;
/** Code points; a line break counts as one. */
const NOTE_LIMIT = 2000;

/** The fields of a form; null when it cannot be read, which has been answered. */
export async function readForm(
  request: Request,
  response: Response,
): Promise<ReadonlyMap<string, string> | null> {
  const refuse = (status: number, text: string) => {
    replyText(response, status, `${text}\n`);
    return null;
  };
  if (!isForm(request.headers)) return refuse(415, 'This is no form.');
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (!body) return refuse(413, 'This form is too large.');
  return parsePairs(body) ?? refuse(400, 'This form cannot be read.');
}

/**
 * Reads the form of a request's own page. What cannot be is left out, the rest stays as typed.
 * @returns `fault` is what is wrong with it, or null
 */
export function checkHandling(fields: ReadonlyMap<string, string>): {
  handling: Handling;
  fault: string | null;
} {
  const given = (name: string) => fields.get(name) ?? '';
  const note = given('note').split(LINE_BREAK).map(typed).join('\n').trim();
  const outcome = OUTCOMES.find((known) => known === given('outcome')) ?? null;
  const ringAgainAt = fromLondonInput(given('ringAgainAt'));
  const faults = [
    outcome === null && given('outcome') !== '' && 'Choose one of the outcomes.',
    [...note].length > NOTE_LIMIT && `Shorten the note to ${NOTE_LIMIT} characters.`,
    ringAgainAt === null &&
      given('ringAgainAt') !== '' &&
      'Give the day and the time to ring again, such as 2026-11-21T16:30.',
  ];
  return { handling: { outcome, note, ringAgainAt }, fault: faults.find(Boolean) || null };
}
