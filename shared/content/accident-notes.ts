import type { StepId } from './accident-steps.ts';

interface Note {
  id: string;
  label: string;
  /** The keyboard or picker; plain text without one. */
  type?: 'tel' | 'date' | 'time';
  /** Lines of the field. */
  rows?: number;
  /** `wide` takes a whole line where others stand in pairs; four `short` ones share one on paper. */
  size?: 'wide' | 'short';
}

export type AccidentNote = Note & { id: NoteId };

interface NoteGroup<Id extends string> {
  legend: string;
  /** The step that needs them. */
  step: StepId;
  notes: readonly (Note & { id: Id })[];
}

const defineNoteGroups = <Id extends string>(groups: readonly NoteGroup<Id>[]) => groups;

/**
 * The notes to take after an accident: the blanks of the print sheet, of the card to download and
 * of the note pad. Those who may leave the scene come first.
 */
export const ACCIDENT_NOTES = defineNoteGroups([
  {
    legend: 'The other driver',
    step: 'step-exchange',
    notes: [
      { id: 'name', label: 'Name' },
      { id: 'phone', label: 'Phone number', type: 'tel' },
      { id: 'address', label: 'Address', size: 'wide' },
      { id: 'registration', label: 'Registration', size: 'short' },
      { id: 'make', label: 'Vehicle make', size: 'short' },
      { id: 'model', label: 'Model', size: 'short' },
      { id: 'colour', label: 'Colour', size: 'short' },
    ],
  },
  {
    legend: 'Their insurer',
    step: 'step-exchange',
    notes: [
      { id: 'insurer', label: 'Insurer' },
      { id: 'policy', label: 'Policy number' },
    ],
  },
  {
    legend: 'Witnesses',
    step: 'step-exchange',
    notes: [{ id: 'witnesses', label: 'Names and phone numbers', rows: 2, size: 'wide' }],
  },
  {
    legend: 'Police',
    step: 'step-police',
    notes: [
      { id: 'policeReference', label: 'Reference number' },
      { id: 'policeOfficer', label: 'Name of officer or police station' },
    ],
  },
  {
    legend: 'Where and when',
    step: 'step-note',
    notes: [
      { id: 'location', label: 'Location', rows: 2, size: 'wide' },
      { id: 'date', label: 'Date', type: 'date', size: 'short' },
      { id: 'time', label: 'Time', type: 'time', size: 'short' },
    ],
  },
  {
    legend: 'What happened',
    step: 'step-note',
    notes: [{ id: 'events', label: 'How it happened', rows: 4, size: 'wide' }],
  },
]);

type NoteId = (typeof ACCIDENT_NOTES)[number]['notes'][number]['id'];

/** Notes as typed, by the id of their blank. */
export type AccidentNotes = Partial<Record<NoteId, string>>;

/**
 * Returns the notes as plain text for a message to somebody: one a line, under the heading of its
 * group.
 */
export function notesAsText(notes: AccidentNotes): string {
  return ACCIDENT_NOTES.map(({ legend, notes: blanks }) => ({
    legend,
    lines: blanks.filter(({ id }) => notes[id]).map(({ id, label }) => `${label}: ${notes[id]}`),
  }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ legend, lines }) => [legend, ...lines].join('\n'))
    .join('\n\n');
}
