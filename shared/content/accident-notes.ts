/**
 * What there is to write down after an accident: the blanks of the print sheet and the fields of
 * the note pad, in reading order.
 */
export const ACCIDENT_NOTES: readonly AccidentNote[] = [
  { id: 'name', label: 'Other driver’s name' },
  { id: 'phone', label: 'Phone number', type: 'tel' },
  { id: 'address', label: 'Address', wide: true },
  { id: 'registration', label: 'Registration' },
  { id: 'make', label: 'Vehicle make' },
  { id: 'model', label: 'Model' },
  { id: 'colour', label: 'Colour' },
  { id: 'date', label: 'Date', type: 'date' },
  { id: 'time', label: 'Time', type: 'time' },
  { id: 'location', label: 'Location', wide: true },
  { id: 'events', label: 'How it happened', type: 'long', wide: true },
];

interface AccidentNote {
  id:
    | 'name'
    | 'phone'
    | 'address'
    | 'registration'
    | 'make'
    | 'model'
    | 'colour'
    | 'date'
    | 'time'
    | 'location'
    | 'events';
  label: string;
  /** Keyboard or picker; `long` takes several lines. Plain text without one. */
  type?: 'tel' | 'date' | 'time' | 'long';
  /** Takes a whole line where others stand in pairs. */
  wide?: true;
}

/** What was typed, by the id of its blank. */
export type AccidentNotes = Partial<Record<AccidentNote['id'], string>>;

/** The notes as plain text, one a line, for a message to somebody. */
export function notesAsText(notes: AccidentNotes): string {
  return ACCIDENT_NOTES.filter(({ id }) => notes[id])
    .map(({ id, label }) => `${label}: ${notes[id]}`)
    .join('\n');
}
