import { useEffect, useRef, useState } from 'react';
import { ACCIDENT_NOTES, type AccidentNotes, notesAsText } from '../content/accident-notes.ts';
import { keepNotes, keptNotes } from './kept-notes.ts';
import { PrintButton } from './PrintButton.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { type ShareOutcome, shareText } from './share-text.ts';

type NoteField = HTMLInputElement | HTMLTextAreaElement;

const NOT_KEPT = 'This browser keeps no notes. Print or share them before you leave the page.';
const SHARE_REPORTS: Record<ShareOutcome, string> = {
  shared: '',
  cancelled: '',
  copied: 'Copied. Paste your notes into a message or an e-mail.',
  failed: 'This device could not share your notes. Print them, or take a picture of the screen.',
};

/**
 * A place to type what the other driver tells you. It never leaves the device: the fields have no
 * name and stand in no form. They are uncontrolled, so that what was typed before the script
 * arrived is found in them and not lost.
 */
export function NotePad() {
  const pad = useRef<HTMLElement>(null);
  const [notes, setNotes] = useState<AccidentNotes>({});
  const [report, setReport] = useState('');
  const [removed, setRemoved] = useState<AccidentNotes | null>(null);

  function fields(): NoteField[] {
    return Array.from(
      pad.current?.querySelectorAll<NoteField>('.field input, .field textarea') ?? [],
    );
  }

  function typedNotes(): AccidentNotes {
    const typed = fields().map(({ dataset, value }) => [dataset.note, value.trim()]);
    return Object.fromEntries(typed.filter(([, text]) => text));
  }

  function keep(next: AccidentNotes, kept: string) {
    setNotes(next);
    setReport(keepNotes(next) ? kept : NOT_KEPT);
  }

  function fill(next: AccidentNotes) {
    for (const field of fields())
      field.value = next[field.dataset.note as keyof AccidentNotes] ?? '';
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over from the plain page
  useEffect(() => {
    const next = { ...keptNotes(), ...typedNotes() };
    fill(next);
    keep(next, '');
  }, []);

  function write() {
    setRemoved(null);
    keep(typedNotes(), '');
  }

  function clear() {
    if (Object.keys(notes).length === 0) return setReport('There is nothing to clear.');
    setRemoved(notes);
    fill({});
    keep({}, 'Your notes are cleared.');
  }

  function restore(cleared: AccidentNotes) {
    setRemoved(null);
    fill(cleared);
    keep(cleared, 'Your notes are back.');
  }

  async function share() {
    const text = notesAsText(notes);
    setReport(
      text
        ? SHARE_REPORTS[await shareText('Accident notes', text)]
        : 'There is nothing to share yet.',
    );
  }

  return (
    <section className="section tint note-pad" ref={pad} aria-labelledby="notes">
      <div className="wrap split script-only">
        <div className="prose">
          <h2 className="h2" id="notes">
            Note it down here
          </h2>
          <p className="lead">
            What you type stays on this device until you clear it. Nothing is sent to us.
          </p>
          <p>Print your notes with this page, or share them with somebody you choose.</p>
        </div>
        <div>
          <div className="note-pad__fields">
            {ACCIDENT_NOTES.map((note) => {
              const field = {
                id: `note-${note.id}`,
                'data-note': note.id,
                autoComplete: 'off',
                onInput: write,
              };
              return (
                <div className={note.wide ? 'field field--wide' : 'field'} key={note.id}>
                  <label htmlFor={field.id}>{note.label}</label>
                  {note.type === 'long' ? (
                    <textarea {...field} rows={4} />
                  ) : (
                    <input {...field} type={note.type ?? 'text'} />
                  )}
                </div>
              );
            })}
          </div>
          <div className="actions">
            <PrintButton />
            <button className="btn btn--line" type="button" onClick={share}>
              Share
            </button>
            <button
              className="btn btn--line"
              type="button"
              onClick={() => (removed ? restore(removed) : clear())}
            >
              {removed ? 'Undo' : 'Clear'}
            </button>
          </div>
          <p className="note-pad__report" role="status">
            {report}
          </p>
        </div>
      </div>
      <PrintSheet notes={notes} />
    </section>
  );
}
