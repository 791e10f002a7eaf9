import { createContext } from 'react';
import type { FillField, StoredNotes } from './notes-storage.ts';

/** The notes of the pad, for the steps inside it. */
export interface NotesOfPad {
  notes: StoredNotes;
  fillIn: FillField;
}

export const NotesContext = createContext<NotesOfPad>({ notes: {}, fillIn: () => {} });
