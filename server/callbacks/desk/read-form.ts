import type { Request, Response } from 'express';
import { replyText } from '../../http/reply.ts';
import { parsePairs } from '../form.ts';
import { isForm, readBody } from '../request.ts';

/** A note of the greatest length, every byte of it escaped, and the rest of its form. */
const BODY_LIMIT_BYTES = 32_768;

/** The fields of a form; null when it cannot be read, which has been answered. */
export async function readForm(
  request: Request,
  response: Response,
): Promise<ReadonlyMap<string, string> | null> {
  const refuse = (status: number, text: string) => {
    replyText(response, status, `${text}\n`);
    return null;
  };
  if (!isForm(request.headers)) return refuse(415, 'This is no form.');
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (!body) return refuse(413, 'This form is too large.');
  return parsePairs(body) ?? refuse(400, 'This form cannot be read.');
}
