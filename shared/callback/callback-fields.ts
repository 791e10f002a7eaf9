import type { FormAnswer } from './callback.ts';

export type FieldName = keyof FormAnswer['values'];
export type FieldErrors = FormAnswer['errors'];

/**
 * The form's fields (section 5 of the specification). `problem` says what to do about a value that
 * cannot be sent.
 */
export const FIELDS = [
  {
    name: 'name',
    label: 'Your name *',
    placeholder: 'Enter your name',
    type: 'text',
    autoComplete: 'name',
    problem: 'Enter your name',
  },
  {
    name: 'mobile',
    label: 'Mobile Number *',
    placeholder: 'Enter your mobile number',
    type: 'tel',
    autoComplete: 'tel',
    problem: 'Enter your mobile number',
  },
  {
    name: 'email',
    label: 'Your e-mail *',
    placeholder: 'Enter your email',
    type: 'email',
    autoComplete: 'email',
    problem: 'Enter an e-mail address, like name@example.com',
  },
] as const satisfies readonly { name: FieldName; [attribute: string]: string }[];

export type Field = (typeof FIELDS)[number];

/** The input of a field, or undefined when the form has none. */
export function inputOf(
  form: HTMLFormElement,
  name: FieldName | 'website',
): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

/**
 * What the browser's own check would refuse, and fields of nothing but spaces. Any layout of a
 * phone number will do.
 */
export function problemsIn(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name, problem } of FIELDS) {
    const input = inputOf(form, name);
    if (!input?.validity.valid || !input.value.trim()) errors[name] = problem;
  }
  return errors;
}
