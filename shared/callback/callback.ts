import { createContext } from 'react';
import type { CallbackFields, FieldErrors } from './fields.ts';

/** What became of a callback request: the three messages of docs/specification.md, section 4. */
export type CallbackOutcome = 'sent' | 'rejected' | 'network';

/** What a submission came to. Without an outcome it was held back, for its errors. */
export interface CallbackResult {
  outcome?: CallbackOutcome;
  /** As they were sent. */
  values?: Record<string, string>;
  /** How soon the company rings, as its server said when it took the request. */
  callbackWithin?: string | undefined;
}

/**
 * State in which the server renders the form again after a browser's own form post (no JavaScript).
 */
export interface FormAnswer {
  outcome: CallbackOutcome;
  /** As typed; after success the form does not show them, but the number is said back. */
  values: CallbackFields;
  errors: FieldErrors;
}

/** Begins the title of a page whose form has errors. */
export const ERROR_TITLE = 'Error: ';

export const FormAnswerContext = createContext<FormAnswer | null>(null);
