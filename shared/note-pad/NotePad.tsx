import { type InputEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { notesAsText } from '../content/accident-notes.ts';
import { useCompany } from '../site/site-context.ts';
import { PrintButton, PrintSheet } from './NoteFields.tsx';
import { NotesContext } from './notes-context.ts';
import {
  clearNotes,
  type FillField,
  loadNotes,
  type StoredNotes,
  saveNotes,
  subscribeToOtherTabs,
} from './notes-storage.ts';
import { notesMailto, notesWhatsApp, shareText } from './send-notes.ts';
import './note-pad.css';

type NoteField = HTMLInputElement | HTMLTextAreaElement;

const NOT_SAVED_MESSAGE =
  'Your browser cannot save your notes. Print or share them before you leave this page.';
/**
 * Keeps what is typed and ticked in the steps, and lets the visitor send it. Nothing typed here
 * leaves the device by itself. The fields are uncontrolled, so that whatever was typed or ticked before the
 * script arrived is still in them. Until then the page does not promise to keep them, and shows none
 * of its buttons, which need the script.
 * @param children the steps; their elements with `data-note` are kept with the notes
 */
export function NotePad({ children }: { children: ReactNode }) {
  const pad = useRef<HTMLDivElement>(null);
  const company = useCompany();
  const [ready, setReady] = useState(false);
  const [isSaved, setIsSaved] = useState(true);
  const [notes, setNotes] = useState<StoredNotes>({});
  const [statusMessage, setStatusMessage] = useState('');
  const [clearedNotes, setClearedNotes] = useState<StoredNotes | null>(null);

  function fields(): NoteField[] {
    return Array.from(pad.current?.querySelectorAll<NoteField>('[data-note]') ?? []);
  }

  /**
   * Puts notes into their fields. Others stay as they are: stored notes are trimmed, and what the
   * browser did not store is only there.
   */
  function fillFields(changed: StoredNotes) {
    for (const field of fields()) {
      const text = changed[field.dataset.note as keyof StoredNotes];
      if (text === undefined) continue;
      if (isCheckbox(field)) field.checked = text !== '';
      else field.value = text;
    }
    setNotes((before) => ({ ...before, ...changed }));
  }

  function save(changed: StoredNotes, done: string) {
    const isKept = saveNotes(changed);
    setIsSaved(isKept);
    setStatusMessage(isKept ? done : NOT_SAVED_MESSAGE);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over from the plain page
  useEffect(() => {
    const typed = Object.fromEntries(
      fields()
        .map((field) => [field.dataset.note, textOf(field)])
        .filter(([, text]) => text),
    );
    const kept = Object.entries(loadNotes()).filter(([id]) => !(id in typed));
    fillFields(Object.fromEntries(kept));
    updateNotes(typed);
    setReady(true);
    return subscribeToOtherTabs((changed) => {
      fillFields(changed);
      setClearedNotes(null);
    });
  }, []);

  function updateNotes(changed: StoredNotes) {
    setClearedNotes(null);
    setNotes((before) => ({ ...before, ...changed }));
    save(changed, '');
  }

  function onInput({ target }: InputEvent<HTMLElement>) {
    const field = target as NoteField;
    if (field.dataset.note) updateNotes({ [field.dataset.note]: textOf(field) });
  }

  const fillIn: FillField = (id, text) => {
    const field = fields().find(({ dataset }) => dataset.note === id);
    if (!field) return;
    field.value = text(field.value.trim());
    updateNotes({ [id]: field.value });
  };

  function clear() {
    if (!Object.values(notes).some(Boolean)) return setStatusMessage('There is nothing to clear.');
    setClearedNotes(notes);
    fillFields(Object.fromEntries(fields().map(({ dataset }) => [dataset.note, ''])));
    clearNotes();
    setStatusMessage('Your notes and ticks are cleared.');
  }

  function restore(cleared: StoredNotes) {
    setClearedNotes(null);
    fillFields(cleared);
    save(cleared, 'Your notes and ticks are back.');
  }

  async function share() {
    const text = notesAsText(notes);
    if (!text) return setStatusMessage('There is nothing to share yet.');
    const signed = `${text}\n\n${company.name}: ${company.claimsEmail}`;
    setStatusMessage(await shareText('Accident notes', signed));
  }

  return (
    <div className={ready ? 'pad pad--ready' : 'pad'} ref={pad} onInput={onInput}>
      <NotesContext value={{ notes, fillIn }}>{children}</NotesContext>
      <section className="section tint note-pad" aria-labelledby="notes">
        <div className="split script-only">
          <div className="prose">
            <h2 className="h2" id="notes">
              Send these notes
            </h2>
            <div className="pad__states lead">
              <p>Your notes are not saved yet. They stay here only while this page is open.</p>
              <p className="pad__ready">
                {isSaved
                  ? 'What you type stays on this device until you clear it.'
                  : 'Your browser will not keep your notes after you leave this page.'}{' '}
                Nothing is sent to us unless you send it yourself.
              </p>
            </div>
          </div>
          <div>
            <div className="actions">
              <a
                className="btn btn--primary pad__ready"
                href={notesMailto(notes, company.claimsEmail)}
                onClick={() =>
                  setStatusMessage(
                    `Your email app should open with your notes in it. Attach your photos there. If it does not open, use Share and send your notes to ${company.claimsEmail}.`,
                  )
                }
              >
                Email these notes to us
              </a>
              {company.whatsapp ? (
                <a
                  className="btn btn--line pad__ready"
                  href={notesWhatsApp(notes, company.whatsapp)}
                >
                  WhatsApp these notes to us
                </a>
              ) : null}
              <button className="btn btn--line" type="button" onClick={share}>
                Share
              </button>
              <PrintButton />
              <button
                className="btn btn--line"
                type="button"
                onClick={() => (clearedNotes ? restore(clearedNotes) : clear())}
              >
                {clearedNotes ? 'Undo' : 'Clear'}
              </button>
            </div>
            <p className="note-pad__report" role="status">
              {statusMessage}
            </p>
          </div>
        </div>
        <PrintSheet notes={notes} />
      </section>
    </div>
  );
}

/** Returns the text of a field: for a tick, a word or ''. */
function textOf(field: NoteField): string {
  if (!isCheckbox(field)) return field.value.trim();
  return field.checked ? 'done' : '';
}

function isCheckbox(field: NoteField): field is HTMLInputElement {
  return field.type === 'checkbox';
}
