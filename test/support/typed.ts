import { type CallbackFields, mapFields } from '../../shared/callback/fields.ts';

/** What somebody may type into a field of this type. */
const SAMPLES = { text: 'Ann', tel: '07700 900199', email: 'ann@example.com', hidden: '' };

/** What somebody typed into the callback form. What a test leaves out is empty, unless it is required. */
export const typed = (values: Partial<CallbackFields>): CallbackFields =>
  mapFields(({ name, type, required }) => values[name] ?? (required ? SAMPLES[type] : ''));
