/** What there is to write down after an accident: the blanks of the print sheet and the fields of the note pad, in reading order. */
export const ACCIDENT_NOTES = [
  { id: 'name', label: 'Other driver’s name' },
  { id: 'phone', label: 'Phone number', type: 'tel' },
  { id: 'address', label: 'Address' },
  { id: 'registration', label: 'Registration' },
  { id: 'make', label: 'Vehicle make' },
  { id: 'model', label: 'Model' },
  { id: 'colour', label: 'Colour' },
  { id: 'date', label: 'Date', type: 'date' },
  { id: 'time', label: 'Time', type: 'time' },
  { id: 'location', label: 'Location' },
  { id: 'events', label: 'How it happened', type: 'long' },
] as const satisfies readonly AccidentNote[];

interface AccidentNote {
  id: string;
  label: string;
  /** Keyboard or picker; `long` takes several lines. Plain text without one. */
  type?: 'tel' | 'date' | 'time' | 'long';
}

/** What was typed, by the id of its blank. */
export type AccidentNotes = Partial<Record<(typeof ACCIDENT_NOTES)[number]['id'], string>>;

/** The notes as plain text, one a line, for a message to somebody. */
export function notesAsText(notes: AccidentNotes): string {
  return ACCIDENT_NOTES.filter(({ id }) => notes[id])
    .map(({ id, label }) => `${label}: ${notes[id]}`)
    .join('\n');
}
