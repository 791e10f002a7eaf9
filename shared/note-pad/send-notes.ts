import { type AccidentNotes, notesAsText } from '../content/accident-notes.ts';
import { PHOTOS } from '../content/accident-steps.ts';
import { whatsAppHref } from '../site/company.ts';

/**
 * Returns a `mailto:` URL (RFC 6068) that opens the visitor's own e-mail: to us, with the other
 * driver's name and registration as the subject, blanks for the visitor's own, the notes, and the
 * photos to attach.
 */
export function notesMailto(notes: AccidentNotes, to: string): string {
  const subject = ['Accident notes', notes.name, notes.registration].filter(Boolean).join(', ');
  const body = [
    'My name:\nMy phone number:\nMy registration:',
    notesAsText(notes),
    `Photos to attach:\n${PHOTOS.map((photo) => `- ${photo}`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
  const encoded = (text: string) => encodeURIComponent(text.replaceAll('\n', '\r\n'));
  return `mailto:${to}?subject=${encoded(subject)}&body=${encoded(body)}`;
}

/** Returns the address at which WhatsApp opens a chat with us, with the notes as its message. */
export function notesWhatsApp(notes: AccidentNotes, phone: string): string {
  return `${whatsAppHref(phone)}?text=${encodeURIComponent(`Accident notes\n\n${notesAsText(notes)}`)}`;
}

/**
 * Opens the device's own share sheet; where there is none (most desktops), copies the text.
 * @returns the message for the visitor
 */
export async function shareText(title: string, text: string): Promise<string> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, text });
      return '';
    }
    await navigator.clipboard.writeText(text);
    return 'Copied. Paste your notes into a message or an email.';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
      ? ''
      : 'Your device could not share your notes. Print them, or take a screenshot.';
  }
}
