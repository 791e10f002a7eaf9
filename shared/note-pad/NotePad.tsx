import { type ReactNode, useEffect, useRef, useState } from 'react';
import { notesAsText } from '../content/accident-notes.ts';
import { type FillIn, type KeptNotes, keepNotes, keptNotes } from './kept-notes.ts';
import { NoteFields } from './NoteFields.tsx';
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
 * A place to type what the other driver tells you, under the steps to tick off. Nothing typed here
 * leaves the device. The fields are uncontrolled, so that whatever was typed or ticked before the
 * script arrived is still in them.
 * @param children the steps; their elements with `data-note` are kept with the notes
 */
export function NotePad({ children }: { children: ReactNode }) {
  const pad = useRef<HTMLDivElement>(null);
  const [notes, setNotes] = useState<KeptNotes>({});
  const [report, setReport] = useState('');
  const [removed, setRemoved] = useState<KeptNotes | null>(null);

  function fields(): NoteField[] {
    return Array.from(pad.current?.querySelectorAll<NoteField>('[data-note]') ?? []);
  }

  function typedNotes(): KeptNotes {
    const typed = fields().map((field) => [
      field.dataset.note,
      isTick(field) ? (field.checked ? 'done' : '') : field.value.trim(),
    ]);
    return Object.fromEntries(typed.filter(([, text]) => text));
  }

  function keep(next: KeptNotes, kept: string) {
    setNotes(next);
    setReport(keepNotes(next) ? kept : NOT_KEPT);
  }

  function fill(next: KeptNotes) {
    for (const field of fields()) {
      const text = next[field.dataset.note as keyof KeptNotes];
      if (isTick(field)) field.checked = text !== undefined;
      else field.value = text ?? '';
    }
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

  const fillIn: FillIn = (id, text) => {
    for (const field of fields())
      if (field.dataset.note === id) field.value = text(field.value.trim());
    write();
  };

  function clear() {
    if (Object.keys(notes).length === 0) return setReport('There is nothing to clear.');
    setRemoved(notes);
    fill({});
    keep({}, 'Your notes and ticks are cleared.');
  }

  function restore(cleared: KeptNotes) {
    setRemoved(null);
    fill(cleared);
    keep(cleared, 'Your notes and ticks are back.');
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
    <div ref={pad} onInput={write}>
      {children}
      <section className="section tint note-pad" aria-labelledby="notes">
        <div className="wrap split script-only">
          <div className="prose sticky">
            <h2 className="h2" id="notes">
              Note it down here
            </h2>
            <p className="lead">
              What you type stays on this device until you clear it. Nothing is sent to us.
            </p>
            <p>Print your notes with this page, or share them with somebody you choose.</p>
          </div>
          <div>
            <NoteFields fillIn={fillIn} />
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
    </div>
  );
}

function isTick(field: NoteField): field is HTMLInputElement {
  return field.type === 'checkbox';
}
