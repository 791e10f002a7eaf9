import { type FieldErrors, lengthError, sanitizeValue, VISIBLE_FIELDS } from './fields.ts';

export const FORM_ID = 'callback-form';

/** Returns the input of a field; undefined when the form has none. */
export function getInput(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

/** Fills empty fields. Values of the visitor or the server stay. */
export function fillEmpty(form: HTMLFormElement, values: Record<string, string>): void {
  for (const { name } of VISIBLE_FIELDS) {
    const input = getInput(form, name);
    if (input && !input.value) input.value = values[name] ?? '';
  }
}

/**
 * Removes characters from the inputs that the server would drop, and that the browser's own
 * validation may reject.
 */
export function sanitizeInputs(form: HTMLFormElement): void {
  for (const field of VISIBLE_FIELDS) {
    const input = getInput(form, field.name);
    if (input) input.value = sanitizeValue(field, input.value);
  }
}

/** Returns everything that a form would send. */
export const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>;

/**
 * Returns the errors of a form: those of the browser's own validation, required fields that contain
 * nothing visible, and values that are too long, which `maxlength` would cut without a word.
 */
export function validateInputs(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of VISIBLE_FIELDS) {
    const { name, required, problem } = field;
    const input = getInput(form, name);
    const value = sanitizeValue(field, input?.value ?? '').trim();
    if (!input?.validity.valid || (required && !value)) errors[name] = problem;
    else if (lengthError(field, value)) errors[name] = lengthError(field, value);
  }
  return errors;
}

/**
 * The draft survives a reload of the tab: a visitor at the roadside should not have to type it
 * twice. It stays in this tab, goes away with it, and is empty once the form was sent. In a browser
 * that refuses storage only this is lost.
 */
const DRAFT_KEY = 'callback-draft';

export function saveDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(valuesOf(form)));
  } catch {}
}

export function restoreDraft(form: HTMLFormElement): void {
  try {
    fillEmpty(form, JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}'));
  } catch {}
}

/**
 * The mark that a request was accepted, kept while the tab is open: nobody should wonder and send
 * it again.
 */
const SENT_KEY = 'callback-sent';

export function markSent(): void {
  try {
    sessionStorage.setItem(SENT_KEY, 'yes');
  } catch {}
}

export function wasSent(): boolean {
  try {
    return sessionStorage.getItem(SENT_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Moves the focus to an element and scrolls to it at once: smooth scrolling would lose the focus on
 * the way.
 */
export function focusAndScrollTo(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
