import type { CallbackFields } from '../../../shared/callback/fields.ts';
import type { CallbackFlag } from '../store.ts';

/** What the PHP backend is sent for a callback request, at once or later. */
export interface PhpForm {
  body: string;
  headers: Record<string, string>;
}

/**
 * Encodes the checked fields again: PHP has its own way of reading repeated and oddly named fields,
 * so nothing reaches it as the visitor encoded it. The flags go in a header, because the form has
 * the fields of docs/specification.md, section 4, and no others.
 */
export function phpForm({
  id,
  fields,
  flags,
}: {
  id: string;
  fields: CallbackFields;
  flags: readonly CallbackFlag[];
}): PhpForm {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'idempotency-key': id,
      ...(flags.length > 0 && { 'x-callback-flags': flags.join(', ') }),
    },
  };
}
