import { type FieldErrors, VISIBLE_FIELDS } from './fields.ts';

/** The input of a field, or undefined when the form has none. */
export function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

/** Fills fields that are empty; what the visitor or the server put in stays. */
export function fillEmpty(form: HTMLFormElement, values: Record<string, string>): void {
  for (const { name } of VISIBLE_FIELDS) {
    const input = inputOf(form, name);
    if (input && !input.value) input.value = values[name] ?? '';
  }
}

/** All that a form would send. */
export const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>;

/** What the browser's own check would refuse, and required fields of nothing but spaces. */
export function problemsIn(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name, required, problem } of VISIBLE_FIELDS) {
    const input = inputOf(form, name);
    if (!input?.validity.valid || (required && !input.value.trim())) errors[name] = problem;
  }
  return errors;
}
