import { ACCIDENT_NOTES } from '../content/accident-notes.ts';
import type { FillIn, KeptNotes } from './kept-notes.ts';
import { LocationHelp } from './LocationHelp.tsx';

/**
 * The blanks of the note pad. They have no name and are in no form, so that nothing can submit
 * them.
 */
export function NoteFields({ notes: kept, fillIn }: { notes: KeptNotes; fillIn: FillIn }) {
  function setToNow() {
    const date = new Date();
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
    fillIn('date', () => local.slice(0, 10));
    fillIn('time', () => local.slice(11, 16));
  }

  return ACCIDENT_NOTES.map(({ legend, notes }) => (
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
          Set to now
        </button>
      )}
    </fieldset>
  ));
}
