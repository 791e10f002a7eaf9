import { phoneWarning, suggestEmail } from './doubts.ts';

interface FieldBase {
  name: string;
  /** The noun for it in sentences and column headings. */
  called: string;
  label?: string;
  placeholder?: string;
  /** The longest accepted value, in Unicode code points; a line break counts as one. */
  limit: number;
  /** True when the value may have line breaks. */
  multiline?: boolean;
  /** The pattern of the browser's own validation; the server demands less. */
  pattern?: string;
  /** The hint under the label. */
  hint?: string;
  /**
   * Returns a warning about a value that may be mistyped, in place of the hint. It rejects nothing.
   */
  warn?: (typed: string) => string | undefined;
  /**
   * Returns a suggestion for a value that may be mistyped, to be accepted with one press. It
   * rejects nothing.
   */
  suggest?: (typed: string) => string | undefined;
}

/**
 * The type of its input and what browsers complete it with, `off` if they cannot know it. A hidden
 * field is sent empty by the form of this site.
 */
type FieldInput =
  | { type: 'text' | 'tel' | 'email'; autoComplete: string }
  | { type: 'hidden'; autoComplete?: undefined };

/** A field. `problem` is the message about a value that is missing or cannot be right. */
type Field = FieldBase &
  FieldInput &
  ({ required: true; problem: string } | { required?: false; problem?: string });

const FIELD_DEFINITIONS = [
  {
    name: 'name',
    called: 'name',
    label: 'Your name *',
    placeholder: 'Enter your name',
    type: 'text',
    autoComplete: 'name',
    required: true,
    limit: 100,
    problem: 'Enter your name',
  },
  {
    name: 'mobile',
    called: 'mobile number',
    label: 'Mobile Number *',
    placeholder: 'Enter your mobile number',
    type: 'tel',
    autoComplete: 'tel',
    required: true,
    limit: 30,
    pattern: '.*\\p{Nd}.*',
    problem: 'Enter your mobile number',
    hint: 'We will call you on this number.',
    warn: phoneWarning,
  },
  {
    name: 'email',
    called: 'email address',
    label: 'Your e-mail *',
    placeholder: 'Enter your email',
    type: 'email',
    autoComplete: 'email',
    required: true,
    limit: 254,
    problem: 'Enter your email address, like name@example.com',
    suggest: suggestEmail,
  },
  {
    name: 'message',
    called: 'message',
    type: 'hidden',
    limit: 2000,
    multiline: true,
  },
] as const satisfies readonly Field[];

export type FieldName = (typeof FIELD_DEFINITIONS)[number]['name'];
export type CallbackField = Field & { name: FieldName };
export type CallbackFields = Record<FieldName, string>;
/** The messages about rejected fields. */
export type FieldErrors = Partial<CallbackFields>;

/**
 * The fields of a callback request (docs/specification.md, section 4), in the order of the form.
 * Form, validation, store, lists and deliveries all follow this table.
 */
export const CALLBACK_FIELDS: readonly CallbackField[] = FIELD_DEFINITIONS;

export const FIELD_NAMES: readonly FieldName[] = CALLBACK_FIELDS.map(({ name }) => name);

/** The fields that a visitor fills in. */
export const VISIBLE_FIELDS = CALLBACK_FIELDS.filter(({ type }) => type !== 'hidden');

/**
 * Returns the message about a value that is too long; undefined for all others. A browser counts a
 * line break as one character and sends two. Characters are code points: an emoji of several counts
 * as several.
 */
export function lengthError({ called, limit }: CallbackField, value: string): string | undefined {
  const { length } = [...value.replaceAll('\r\n', '\n')];
  return length > limit ? `Your ${called} must be ${limit} characters or fewer` : undefined;
}

/**
 * Characters that are invisible in any line: soft hyphen, zero-width space, and marks, embeddings
 * and isolates of direction.
 */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/**
 * Joiners that emoji and some scripts need in a name. Nothing in a number or an address needs them.
 */
const JOINERS = /\u200C|\u200D|[\uFE00-\uFE0F]/g;

/** A character that leaves a mark on a screen. U+2800 is the blank of Braille. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Removes invisible characters from a single-line value: programs put them around a number that is
 * copied from them. A tab, a no-break space and Unicode's line breaks become a space. A value that
 * shows nothing loses everything but its spaces, so that it counts as empty.
 */
export function sanitizeValue(
  { type, multiline }: Pick<Field, 'type' | 'multiline'>,
  value: string,
): string {
  const spaced = multiline ? value : value.replace(/[\t\u00A0\u2028\u2029]/g, ' ');
  if (!VISIBLE.test(spaced)) return spaced.replace(/\S/gu, '');
  if (multiline) return spaced;
  const visible = spaced.replace(INVISIBLE, '');
  return type === 'text' ? visible : visible.replace(JOINERS, '');
}

/** Builds a record with one value for each field. */
export function mapFields(getValue: (field: CallbackField) => string): CallbackFields {
  return Object.fromEntries(
    CALLBACK_FIELDS.map((field) => [field.name, getValue(field)]),
  ) as CallbackFields;
}
