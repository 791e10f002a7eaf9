import { ACCIDENT_NOTES, type AccidentNotes } from '../content/accident-notes.ts';

/**
 * localStorage and not sessionStorage: a phone that runs flat at the roadside must not lose the
 * other driver's details.
 */
const STORAGE_KEY = 'accident-notes';

/** The notes that this device kept; none where storage is off or holds something else. */
export function keptNotes(): AccidentNotes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const entries = Object.entries(kept).filter(
      ([id, text]) => ACCIDENT_NOTES.some((note) => note.id === id) && typeof text === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/**
 * Keeps the notes on this device, or removes them when there are none. False where the browser
 * stores nothing (private mode, full).
 */
export function keepNotes(notes: AccidentNotes): boolean {
  try {
    if (Object.keys(notes).length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(notes));
    return true;
  } catch {
    return false;
  }
}
