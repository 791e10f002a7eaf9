import { createContext } from 'react';
import type { CallbackFields, FieldErrors } from './fields.ts';

/** The outcome of a callback request: the three messages of docs/specification.md, section 4. */
export type CallbackOutcome = 'sent' | 'rejected' | 'network';

/** The result of a submission. `outcome` is missing when validation in the browser stopped it. */
export interface CallbackResult {
  outcome?: CallbackOutcome;
  /** The values as they were sent. */
  values?: Record<string, string>;
  /** The company's promise, as its server stated it in the response. */
  callbackWithin?: string | undefined;
}

/**
 * The state in which the server renders the form again after a browser's own form post (no
 * JavaScript).
 */
export interface FormAnswer {
  outcome: CallbackOutcome;
  /**
   * The values as typed. After success the form does not show them, but the message repeats the
   * number.
   */
  values: CallbackFields;
  errors: FieldErrors;
}

/** The prefix of the title of a page whose form has errors. */
export const ERROR_TITLE_PREFIX = 'Error: ';

export const FormAnswerContext = createContext<FormAnswer | null>(null);
