import type { Request, Response } from 'express';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import { mapFields } from '../../shared/callback/fields.ts';
import { NO_STORE } from '../http/reply.ts';

/** What became of a callback request, whether a script or a browser sent it. */
export interface Answer {
  status: number;
  ok: boolean;
  /** Label of the metric: how it ended, never what was sent. */
  outcome: string;
  /** What the PHP backend answered, passed on to a script byte for byte. */
  json?: Buffer;
  /** Seconds or an HTTP date. */
  retryAfter?: string;
  values?: FormAnswer['values'];
  errors?: FormAnswer['errors'];
}

export type RenderForm = (
  request: Request,
  response: Response,
  answer: { status: number; form: FormAnswer },
) => void | Promise<void>;

export const accepted = (outcome: string): Answer => ({ status: 200, ok: true, outcome });
export const refused = (status: number, outcome: string): Answer => ({
  status,
  ok: false,
  outcome,
});

const NO_VALUES = mapFields(() => '');

/**
 * Answers a script with JSON, and a browser's own form post with the contact page and the message
 * of docs/specification.md, section 4.
 */
export async function sendAnswer(
  request: Request,
  response: Response,
  answer: Answer,
  renderForm: RenderForm,
): Promise<void> {
  response.setHeader(...NO_STORE);
  if (answer.retryAfter) response.set('Retry-After', answer.retryAfter);
  if (!isFormPost(request)) {
    response
      .status(answer.status)
      .type('json')
      .end(answer.json ?? JSON.stringify({ ok: answer.ok }));
    return;
  }
  const { ok, errors = {}, values = NO_VALUES } = answer;
  await renderForm(request, response, {
    // The backend's `{"ok":false}` with a 200 is shown to browsers as a 502, so that the status
    // does not claim success.
    status: ok || answer.status >= 400 ? answer.status : 502,
    form: { outcome: ok ? 'sent' : 'rejected', values, errors },
  });
}

/** A browser's own form post prefers HTML; a script's fetch asks for JSON or takes anything. */
function isFormPost(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
