import { ACCIDENT_NOTES, type AccidentNotes } from '../content/accident-notes.ts';
import { ACCIDENT_STEPS, type StepId } from '../content/accident-steps.ts';
import { attempt } from '../site/attempt.ts';

/**
 * The key in localStorage, not sessionStorage: a phone that runs flat at the roadside must not lose
 * the other driver's details.
 */
const STORAGE_KEY = 'accident-notes';

/** Notes as typed, and a word for each step that has been ticked off. */
export type StoredNotes = AccidentNotes & Partial<Record<StepId, string>>;

/** Writes into a blank on behalf of the visitor, who may have typed something before. */
export type FillField = (id: keyof AccidentNotes, text: (typed: string) => string) => void;

const IDS: ReadonlySet<string> = new Set(
  [...ACCIDENT_NOTES.flatMap(({ notes }) => notes), ...ACCIDENT_STEPS].map(({ id }) => id),
);

/** Returns the notes kept on this device; none if storage is off or holds something else. */
export function loadNotes(): StoredNotes {
  return parseNotes(attempt(() => localStorage.getItem(STORAGE_KEY)));
}

function parseNotes(stored: string | null | undefined): StoredNotes {
  const kept: unknown = attempt(() => JSON.parse(stored ?? '{}'));
  if (typeof kept !== 'object' || kept === null) return {};
  const entries = Object.entries(kept).filter(
    ([id, text]) => IDS.has(id) && typeof text === 'string',
  );
  return Object.fromEntries(entries);
}

/**
 * Keeps notes on this device, over those that are there: another tab may have written them. '' takes
 * one away; with the last of them the device has nothing.
 * @returns false if the browser stores nothing (private mode, full)
 */
export function saveNotes(changed: StoredNotes): boolean {
  const notes = Object.entries({ ...loadNotes(), ...changed }).filter(([, text]) => text !== '');
  try {
    if (notes.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(notes)));
    return true;
  } catch {
    return false;
  }
}

/** Clears all notes on this device. */
export function clearNotes(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/**
 * Calls back with the notes that another tab has changed, and with '' for those that it took away.
 * @returns a function that ends it
 */
export function subscribeToOtherTabs(listener: (changed: StoredNotes) => void): () => void {
  function onStorage({ key, oldValue, newValue }: StorageEvent) {
    if (key !== STORAGE_KEY) return;
    const before = parseNotes(oldValue);
    const after = parseNotes(newValue);
    const ids = Object.keys({ ...before, ...after }) as (keyof StoredNotes)[];
    const changed = ids.filter((id) => before[id] !== after[id]);
    listener(Object.fromEntries(changed.map((id) => [id, after[id] ?? ''])));
  }
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
