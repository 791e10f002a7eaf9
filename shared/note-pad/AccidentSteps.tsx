import { ACCIDENT_STEPS } from '../content/accident-steps.ts';
import { Road } from '../ui/scenery/Road.tsx';
import '../ui/checkbox.css';
import './accident-steps.css';

/** The steps, in order, each to be ticked off. What is ticked is kept by the note pad. */
export function AccidentSteps() {
  return (
    <Road className="accident-steps">
      {ACCIDENT_STEPS.map(({ id, heading, text, notes, photos }) => (
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
            <div className="step__row script-only">
              <label className="checkbox tick">
                <input type="checkbox" data-note={id} />
                <span>
                  <span className="vh">{`${heading}: `}</span>Done
                </span>
              </label>
              {notes && <a href={`#${notes}`}>Write it down here</a>}
            </div>
          </div>
        </li>
      ))}
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
