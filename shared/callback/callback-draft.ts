import { fillEmpty, valuesOf } from './form-inputs.ts';

/**
 * What was typed survives a reload of the tab: a visitor at the roadside should not have to type it
 * twice. It stays in this tab and goes away with it, and a form that was sent is kept empty. In a
 * browser that refuses storage only this is lost.
 */
const KEY = 'callback-draft';

export function keepDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(valuesOf(form)));
  } catch {}
}

export function restoreDraft(form: HTMLFormElement): void {
  try {
    fillEmpty(form, JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
  } catch {}
}
