import type { Request } from 'express';
import { fromLondonInput, toLondonInput } from '../london-time.ts';
import { LINE_BREAK, stripForbiddenCharacters } from '../parse-form.ts';
import { OUTCOMES } from '../store/stored-callback.ts';
import { resolveSnooze } from './snooze.ts';

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
 * @returns `fault` is what to correct, or null
 */
export function parseFollowUp(fields: ReadonlyMap<string, string>) {
  const given = (name: string) => fields.get(name) ?? '';
  const lines = given('note').replaceAll('\t', ' ').split(LINE_BREAK);
  const note = lines.map(stripForbiddenCharacters).join('\n').trim();
  const outcome = OUTCOMES.find((known) => known === given('outcome')) ?? null;
  const ringAgainAt = resolveSnooze(given('next')) ?? fromLondonInput(given('ringAgainAt'));
  const faults = [
    outcome === null && given('outcome') !== '' && 'Choose one of the outcomes.',
    [...note].length > MAX_NOTE_LENGTH && `Shorten the note to ${MAX_NOTE_LENGTH} characters.`,
    ringAgainAt === null &&
      given('ringAgainAt') !== '' &&
      'Enter the day and time to call again, for example 2026-11-21T16:30.',
    ringAgainAt !== null &&
      !isWithinYear(ringAgainAt) &&
      'Choose a day to call again from today to a year from now.',
  ];
  return { handling: { outcome, note, ringAgainAt }, fault: faults.find(Boolean) || null };
}

/** Today's earlier hours count too: a form may lie open for a while. */
function isWithinYear(at: string): boolean {
  const [day, today] = [at, Date.now()].map((time) => toLondonInput(time).slice(0, 10)) as [
    string,
    string,
  ];
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return today <= day && day <= nextYear;
}
