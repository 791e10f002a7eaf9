import { toLondonInput } from '../london-time.ts';
import {
  type FollowUp,
  OUTCOME_LABELS,
  OUTCOMES,
  type StoredCallback,
} from '../store/stored-callback.ts';
import { ActionForm } from './ActionForm.tsx';
import type { ListQuery } from './list-query.ts';
import type { SnoozeOption } from './snooze.ts';

export const outcomeLabel = (outcome: FollowUp['outcome']) =>
  outcome ? OUTCOME_LABELS[outcome] : 'Not called yet';

interface HandlingFormProps {
  request: StoredCallback;
  query: ListQuery;
  /** The content of the form, when it differs from the saved follow-up. */
  draft: FollowUp | undefined;
  snoozeOptions: readonly SnoozeOption[];
  /** True when the focus is on the outcomes as the page opens. */
  hasFocus: boolean;
}

/** Asks how the call went, and when to call again. */
export function HandlingForm(props: HandlingFormProps) {
  const { request, query, draft, snoozeOptions, hasFocus } = props;
  const { outcome: chosen, note, ringAgainAt } = draft ?? request.handling;
  // A past time is not offered again: staff who have called since may give another.
  const initialRingAgainAt = draft || request.standing !== 'toring' ? ringAgainAt : null;
  return (
    <ActionForm request={request} query={query} className="work">
      <fieldset>
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
      <div className="actions">
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
