import { ACCIDENT_NOTES, type AccidentNotes } from '../content/accident-notes.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneNumber } from '../ui/PhoneLink.tsx';
import { LocationHelp } from './LocationHelp.tsx';
import type { NotesOfPad } from './notes-context.ts';
import '../ui/field.css';

interface NoteFieldsProps extends NotesOfPad {
  groups: typeof ACCIDENT_NOTES;
}

/**
 * Blanks of the note pad. They have no name and are in no form, so that nothing can submit them.
 */
export function NoteFields({ groups, notes: kept, fillIn }: NoteFieldsProps) {
  function setToNow() {
    const date = new Date();
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
    fillIn('date', () => local.slice(0, 10));
    fillIn('time', () => local.slice(11, 16));
  }

  return groups.map(({ legend, notes }) => (
    <fieldset className="note-pad__group" key={legend}>
      <legend className="h3">{legend}</legend>
      {notes.map(({ id, label, type, rows, size }) => {
        const field = {
          id: `note-${id}`,
          'data-note': id,
          autoComplete: 'off',
          autoCapitalize: id === 'registration' ? 'characters' : undefined,
        };
        return (
          <div className={size ? `field field--${size}` : 'field'} key={id}>
            <label htmlFor={field.id}>{label}</label>
            {rows ? (
              <textarea {...field} rows={rows} />
            ) : (
              <input {...field} type={type ?? 'text'} data-empty={!kept[id]} />
            )}
            {id === 'location' && <LocationHelp fillIn={fillIn} />}
          </div>
        );
      })}
      {notes.some(({ type }) => type === 'time') && (
        <button className="btn btn--line" type="button" onClick={setToNow}>
          Use today’s date and time
        </button>
      )}
    </fieldset>
  ));
}

/** The notes for paper only: as typed, or blanks for a pen. */
export function PrintSheet({ notes }: { notes: AccidentNotes }) {
  const company = useCompany();
  const { helpline } = useWording();
  return (
    <div className="print-sheet">
      <p>
        {company.name} {helpline}: <PhoneNumber phone={company.phone24h} />
      </p>
      {ACCIDENT_NOTES.map((group) => (
        <section key={group.legend}>
          <h3>{group.legend}</h3>
          <dl>
            {group.notes.map(({ id, label, size }) => (
              <div className={size && `field--${size}`} key={id}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{notes[id]}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** The button to print, hidden without scripting, because only a script can print. */
export function PrintButton() {
  return (
    <button className="btn btn--line script-only" type="button" onClick={() => window.print()}>
      <Icon name="printer" />
      Print this page
    </button>
  );
}
