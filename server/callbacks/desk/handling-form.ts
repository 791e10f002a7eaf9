import { LINE_BREAK, typed } from '../form.ts';
import { fromLondonInput } from '../staff-words.ts';
import { type Handling, OUTCOMES } from '../store.ts';

/** Code points; a line break counts as one. */
export const NOTE_LIMIT = 2000;

/** What staff sent of a request: what it is to be, or what is wrong with it. */
type CheckedHandling = { handling: Handling; fault: null } | { handling: Handling; fault: string };

/** Reads the form of a request's own page. What cannot be is left out, the rest stays as typed. */
export function checkHandling(fields: ReadonlyMap<string, string>): CheckedHandling {
  const given = (name: string) => fields.get(name) ?? '';
  const note = given('note').split(LINE_BREAK).map(typed).join('\n').trim();
  const outcome = OUTCOMES.find((known) => known === given('outcome')) ?? null;
  const ringAgainAt = fromLondonInput(given('ringAgainAt'));
  const fault =
    outcome === null && given('outcome') !== ''
      ? 'Choose one of the outcomes.'
      : [...note].length > NOTE_LIMIT
        ? `Shorten the note to ${NOTE_LIMIT} characters.`
        : ringAgainAt === null && given('ringAgainAt') !== ''
          ? 'Give the day and the time to ring again, such as 2026-11-21T16:30.'
          : null;
  return { handling: { outcome, note, ringAgainAt }, fault };
}
