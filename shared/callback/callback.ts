import { createContext } from 'react';

/** The fields of a callback request (section 3 of the specification). */
export interface CallbackFields {
  name: string;
  mobile: string;
  email: string;
  message: string;
}

/** What became of a callback request: the three messages of section 8 of the specification. */
export type CallbackOutcome = 'sent' | 'rejected' | 'network';

/**
 * State in which the server renders the form again after a browser's own form post (no JavaScript).
 */
export interface FormAnswer {
  outcome: CallbackOutcome;
  /** As typed; empty after success. */
  values: Pick<CallbackFields, 'name' | 'mobile' | 'email'>;
  /** Fields that the server refused, with the sentence that says what to do. */
  errors: Partial<Record<keyof CallbackFields, string>>;
}

export const FormAnswerContext = createContext<FormAnswer | null>(null);
