import { useContext } from 'react';
import { ACCIDENT_NOTES } from '../content/accident-notes.ts';
import { ACCIDENT_STEPS } from '../content/accident-steps.ts';
import { Road } from '../ui/scenery/Road.tsx';
import { NoteFields } from './NoteFields.tsx';
import { NotesContext } from './notes-context.ts';
import '../ui/checkbox.css';
import './accident-steps.css';

/**
 * The steps, in order, each with the notes that it asks for, and to be ticked off. What is typed
 * and ticked is kept by the note pad. On a phone a step is a screen.
 */
export function AccidentSteps() {
  const notes = useContext(NotesContext);
  return (
    <Road className="accident-steps">
      {ACCIDENT_STEPS.map(({ id, heading, text, photos }, index) => {
        const groups = ACCIDENT_NOTES.filter(({ step }) => step === id);
        return (
          <li key={id}>
            <div>
              <h2>{heading}</h2>
              <p>{withEmergencyLinks(text)}</p>
              {photos && (
                <ul>
                  {photos.map((photo) => (
                    <li key={photo}>{photo}</li>
                  ))}
                </ul>
              )}
            </div>
            {groups.length > 0 ? (
              <div className="step__notes script-only">
                <NoteFields groups={groups} {...notes} />
              </div>
            ) : null}
            <div className="step__bar script-only">
              <span className="step__count" aria-hidden="true">
                {index + 1} of {ACCIDENT_STEPS.length}
              </span>
              <label className="checkbox tick">
                <input type="checkbox" data-note={id} />
                <span>
                  <span className="vh">{`${heading}: `}</span>Done
                </span>
              </label>
            </div>
          </li>
        );
      })}
    </Road>
  );
}

function withEmergencyLinks(text: string) {
  return text.split(/\b(999|101)\b/).map((part, place) =>
    /^\d+$/.test(part) ? (
      <a href={`tel:${part}`} key={place}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
