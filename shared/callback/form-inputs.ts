import { type FieldErrors, type FieldName, VISIBLE_FIELDS } from './fields.ts';

/** What was typed into an input of the form; empty when the form has no such input. */
export const typedInto = (form: HTMLFormElement, name: FieldName | 'website') =>
  inputOf(form, name)?.value ?? '';

/** The input of a field, or undefined when the form has none. */
export function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

/**
 * What the browser's own check would refuse, and required fields of nothing but spaces. Any layout
 * of a phone number will do.
 */
export function problemsIn(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name, required, problem } of VISIBLE_FIELDS) {
    const input = inputOf(form, name);
    if (!input?.validity.valid || (required && !input.value.trim())) errors[name] = problem;
  }
  return errors;
}
