interface Field {
  name: string;
  /** Heads its column in lists and mails, and stands in sentences about a refused value. */
  called: string;
  label: string;
  placeholder: string;
  /** Of its input. A hidden field is sent empty by the form of this site. */
  type: 'text' | 'tel' | 'email' | 'hidden';
  autoComplete: string;
  required: boolean;
  /** Longest accepted value, in Unicode code points; a line break counts as one. */
  limit: number;
  /** What to do about a value that is missing or cannot be right. */
  problem: string;
  /** Whether the value may have line breaks. */
  multiline: boolean;
}

/**
 * The fields of a callback request (sections 3 and 5 of the specification), in the order of the
 * form. Form, checks, store, lists and what is delivered all follow this table.
 */
export const CALLBACK_FIELDS = [
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
    multiline: false,
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
    problem: 'Enter your mobile number',
    multiline: false,
  },
  {
    name: 'email',
    called: 'e-mail address',
    label: 'Your e-mail *',
    placeholder: 'Enter your email',
    type: 'email',
    autoComplete: 'email',
    required: true,
    limit: 254,
    problem: 'Enter your e-mail address, like name@example.com',
    multiline: false,
  },
  {
    name: 'message',
    called: 'message',
    label: '',
    placeholder: '',
    type: 'hidden',
    autoComplete: 'off',
    required: false,
    limit: 2000,
    problem: '',
    multiline: true,
  },
] as const satisfies readonly Field[];

export type CallbackField = (typeof CALLBACK_FIELDS)[number];
export type FieldName = CallbackField['name'];
export type CallbackFields = Record<FieldName, string>;
/** Fields that were refused, with the sentence that says what to do. */
export type FieldErrors = Partial<CallbackFields>;

export const FIELD_NAMES: readonly FieldName[] = CALLBACK_FIELDS.map(({ name }) => name);

/** The fields that a visitor fills in. */
export const VISIBLE_FIELDS = CALLBACK_FIELDS.filter(({ type }) => type !== 'hidden');

/** One value for each field of the table. */
export function mapFields(give: (field: CallbackField) => string): CallbackFields {
  return Object.fromEntries(
    CALLBACK_FIELDS.map((field) => [field.name, give(field)]),
  ) as CallbackFields;
}
