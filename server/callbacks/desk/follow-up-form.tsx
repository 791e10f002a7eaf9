import type { Company } from '../../../shared/site/company.ts';
import { DAY_MS } from '../../ops/durations.ts';
import { LINE_BREAK, stripForbiddenCharacters } from '../form/parse-form.ts';
import { fromLondonInput, toLondonInput } from '../london-time.ts';
import {
  type FollowUp,
  OUTCOMES,
  outcomeLabel,
  type StoredCallback,
} from '../store/stored-callback.ts';
import { ActionForm } from './ActionForm.tsx';
import { resolveSnooze, type SnoozeOption } from './snooze.ts';
import type { ListQuery } from './views.ts';

/** A year further off is a slip of the keyboard. */
const MAX_YEARS = 10;
const YEAR_MS = 365 * DAY_MS;

/** The longest note in code points; a line break counts as one. */
const MAX_NOTE_LENGTH = 2000;
/** The largest form in bytes: a longest note with every byte escaped, and the other fields. */
export const BODY_LIMIT_BYTES = 32_768;

/**
 * Parses the form. Invalid values are left out, the rest stays as typed.
 * @param company whose opening hours decide what the buttons of the next call stand for
 * @returns `error` is what to correct, or null
 */
export function parseFollowUp(fields: ReadonlyMap<string, string>, company: Company) {
  const typed = (name: string) => fields.get(name) ?? '';
  const lines = typed('note').replaceAll('\t', ' ').split(LINE_BREAK);
  const note = lines.map(stripForbiddenCharacters).join('\n').trim();
  const outcome = OUTCOMES.find((known) => known === typed('outcome')) ?? null;
  const ringAgainAt =
    resolveSnooze(company, typed('next')) ?? fromLondonInput(typed('ringAgainAt'));
  const errors = [
    outcome === null && typed('outcome') !== '' && 'Choose one of the outcomes.',
    [...note].length > MAX_NOTE_LENGTH && `Shorten the note to ${MAX_NOTE_LENGTH} characters.`,
    ringAgainAt === null &&
      typed('ringAgainAt') !== '' &&
      'Enter the day and time to call again, for example 2026-11-21T16:30.',
    ringAgainAt !== null &&
      Math.abs(Date.parse(ringAgainAt) - Date.now()) > MAX_YEARS * YEAR_MS &&
      'Check the year: the day to call again is more than ten years away.',
  ];
  const followUp: FollowUp = { outcome, note, ringAgainAt };
  return { followUp, error: errors.find(Boolean) || null };
}

/** Asks how the call went, and when to call again. */
export function FollowUpForm(props: {
  request: StoredCallback;
  query: ListQuery;
  /** The content of the form, when it differs from the saved follow-up. */
  draft: FollowUp | undefined;
  snoozeOptions: readonly SnoozeOption[];
  /** True when the focus is on the outcomes as the page opens. */
  hasFocus: boolean;
}) {
  const { request, query, draft, snoozeOptions, hasFocus } = props;
  const { outcome: chosen, note, ringAgainAt } = draft ?? request.handling;
  // A past time is not offered again: staff who have called since may give another.
  const initialRingAgainAt = draft || request.status !== 'due' ? ringAgainAt : null;
  return (
    <ActionForm request={request} query={query} className="work">
      <fieldset className="work__outcomes">
        <legend className="h3">How did the call go?</legend>
        <div className="choices">
          {[null, ...OUTCOMES].map((outcome) => (
            <label key={outcome} className="choice">
              <input
                type="radio"
                name="outcome"
                value={outcome ?? ''}
                defaultChecked={outcome === chosen}
                // biome-ignore lint/a11y/noAutofocus: there is no number to start from
                autoFocus={hasFocus && outcome === chosen}
              />
              <span>{outcomeLabel(outcome)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="note">Note</label>
        <textarea id="note" name="note" rows={4} defaultValue={note} />
      </div>
      {/* The first button is what Enter presses in any of the fields. */}
      <div className="actions work__save">
        <button type="submit" name="next" className="btn btn--primary">
          Save and open next
        </button>
        <button type="submit" className="btn btn--line">
          Save
        </button>
      </div>
      <div className="field">
        <label htmlFor="ringAgainAt">Call again at</label>
        <p id="again-hint" className="fine">
          UK time. The request goes back to “To call” at this time. If you choose “No answer” and
          give no time, it goes back in an hour.
        </p>
        <div className="actions">
          {snoozeOptions.map(({ value, label }) => (
            <button key={value} type="submit" name="next" value={value} className="btn btn--line">
              {label}
            </button>
          ))}
        </div>
        <input
          id="ringAgainAt"
          name="ringAgainAt"
          type="datetime-local"
          aria-describedby="again-hint"
          defaultValue={initialRingAgainAt ? toLondonInput(initialRingAgainAt) : ''}
        />
      </div>
      <div className="actions">
        <button type="submit" name="next" className="btn btn--line">
          Save and call at this time
        </button>
      </div>
    </ActionForm>
  );
}
