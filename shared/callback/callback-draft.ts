import { type CallbackFields, VISIBLE_FIELDS } from './fields.ts';
import { inputOf, typedInto } from './form-inputs.ts';

/**
 * What was typed survives a reload of the tab: a visitor at the roadside should not have to type it
 * twice. It stays in this tab and goes away with it or when the request has been sent. A browser
 * that refuses storage only loses this.
 */
const KEY = 'callback-draft';

export function keepDraft(form: HTMLFormElement): void {
  const values = Object.fromEntries(
    VISIBLE_FIELDS.map(({ name }) => [name, typedInto(form, name)]),
  );
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {}
}

/** Fills fields that are empty; what the visitor or the server put in stays. */
export function restoreDraft(form: HTMLFormElement): void {
  try {
    const draft: Partial<CallbackFields> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    for (const { name } of VISIBLE_FIELDS) {
      const input = inputOf(form, name);
      if (input && !input.value) input.value = draft[name] ?? '';
    }
  } catch {}
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
