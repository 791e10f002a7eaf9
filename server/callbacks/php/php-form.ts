import type { OutgoingHttpHeaders } from 'node:http';
import type { CallbackFields } from '../../../shared/callback/fields.ts';
import type { CallbackFlag } from '../store.ts';

/** What the PHP backend is sent for a callback request, at once or later. */
export interface PhpForm {
  body: string;
  headers: OutgoingHttpHeaders;
}

/**
 * Encodes the checked fields anew: PHP reads repeated and oddly named fields in ways of its own, so
 * nothing reaches it as the visitor wrote it. The flags go beside the form, which has the fields of
 * the specification and no others.
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
