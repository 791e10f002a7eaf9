import { type CallbackFields, mapFields } from '../../shared/callback/fields.ts';

/** Plausible values by type of field. */
const SAMPLES = { text: 'Ann', tel: '07700 900199', email: 'ann@example.com', hidden: '' };

/** Returns the values of a filled-in form. A field that a test leaves out has a plausible value. */
export const callbackFields = (values: Partial<CallbackFields>): CallbackFields =>
  mapFields(({ name, type }) => values[name] ?? SAMPLES[type]);
