import type { Request } from 'express';
import type { Company } from '../../../shared/site/company.ts';
import { fromLondonInput } from '../london-time.ts';
import { LINE_BREAK, stripForbiddenCharacters } from '../parse-form.ts';
import { OUTCOMES } from '../store/stored-callback.ts';
import { resolveSnooze } from './snooze.ts';

/** A year further off is a slip of the keyboard. */
const MOST_YEARS = 10;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The longest note in code points; a line break counts as one. */
const MAX_NOTE_LENGTH = 2000;
/** The largest form in bytes: a longest note with every byte escaped, and the other fields. */
export const BODY_LIMIT_BYTES = 32_768;

/**
 * Returns the fields of a form: the last value of a repeated one, and none when the body is no
 * form.
 */
export function formFields({ body = {} }: Request): Map<string, string> {
  const values = Object.entries(body as Record<string, string | string[]>);
  return new Map(values.map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
}

/**
 * Parses the form on a request's page. Invalid values are left out, the rest stays as typed.
 * @param company whose opening hours decide what the buttons of the next call stand for
 * @returns `fault` is what to correct, or null
 */
export function parseFollowUp(fields: ReadonlyMap<string, string>, company: Company) {
  const given = (name: string) => fields.get(name) ?? '';
  const lines = given('note').replaceAll('\t', ' ').split(LINE_BREAK);
  const note = lines.map(stripForbiddenCharacters).join('\n').trim();
  const outcome = OUTCOMES.find((known) => known === given('outcome')) ?? null;
  const ringAgainAt =
    resolveSnooze(company, given('next')) ?? fromLondonInput(given('ringAgainAt'));
  const faults = [
    outcome === null && given('outcome') !== '' && 'Choose one of the outcomes.',
    [...note].length > MAX_NOTE_LENGTH && `Shorten the note to ${MAX_NOTE_LENGTH} characters.`,
    ringAgainAt === null &&
      given('ringAgainAt') !== '' &&
      'Enter the day and time to call again, for example 2026-11-21T16:30.',
    ringAgainAt !== null &&
      Math.abs(Date.parse(ringAgainAt) - Date.now()) > MOST_YEARS * YEAR_MS &&
      'Check the year: the day to call again is more than ten years away.',
  ];
  return { handling: { outcome, note, ringAgainAt }, fault: faults.find(Boolean) || null };
}
