import { type CallbackFields, mapFields } from '../../shared/callback/fields.ts';

/** What somebody typed into the callback form; the fields that a test leaves out are empty. */
export const typed = (values: Partial<CallbackFields>): CallbackFields =>
  mapFields(({ name }) => values[name] ?? '');
