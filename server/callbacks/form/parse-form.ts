import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  CALLBACK_FIELDS,
  type CallbackField,
  type CallbackFields,
  type FieldErrors,
  lengthError,
  mapFields,
  sanitizeValue,
} from '../../../shared/callback/fields.ts';
import {
  parseRequestSource,
  type RequestSource,
  SOURCE_PARAMS,
} from '../../../shared/callback/request-source.ts';
import { MIN_HUMAN_FILL_MS } from '../../../shared/site/constants.ts';
import type { CallbackFlag } from '../store/stored-callback.ts';

export interface AcceptedForm {
  kind: 'accepted';
  fields: CallbackFields;
  flags: CallbackFlag[];
  /** Null when the form names no campaign. */
  source: RequestSource | null;
}

/** An accepted form, or a refused one with the visitor's values and their errors. */
type ParsedForm =
  | AcceptedForm
  | { kind: 'refused'; status: 400 | 422; values: CallbackFields; errors: FieldErrors };

/**
 * Control characters can forge headers in mail(), and bidi controls reorder text. `sanitizeValue`
 * has already removed those of single-line fields.
 */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
const UNICODE_BREAK = /[\u2028\u2029]/g;
export const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/g;
/** The highest number of pairs, empty ones included: far more than any form of this site has. */
const MAX_PAIRS = 50;

/** Thrown when the visitor disconnects while sending: nobody reads a response. */
export class ClientDisconnectedError extends Error {}

/** Tells whether the headers announce a plain form: form-encoded, UTF-8, not compressed. */
export function isFormContentType(headers: IncomingHttpHeaders): boolean {
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/x-www-form-urlencoded') return false;
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return false;
  return parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
}

/**
 * Reads a body of at most `limitBytes`.
 * @returns null when it is longer, by its Content-Length or by counting
 * @throws {ClientDisconnectedError}
 */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(null);
  // With `optimizeEmptyRequests` a request that announces no body ends without an event.
  if (request.readableEnded) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= limitBytes) chunks.push(chunk);
        else resolve(null);
      })
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('close', () => reject(new ClientDisconnectedError()));
  });
}

/**
 * Parses and validates a form-encoded body. 400 means invalid percent-encoding or UTF-8, forbidden
 * characters, a repeated field or too many fields. 422 means a missing or too long field. Unknown
 * fields are ignored.
 */
export function parseForm(body: Buffer): ParsedForm {
  const pairs = parsePairs(body);
  for (const field of CALLBACK_FIELDS) {
    const value = pairs?.get(field.name);
    const plain = field.multiline
      ? value?.replace(UNICODE_BREAK, '\n').replaceAll('\t', ' ')
      : value;
    if (plain) pairs?.set(field.name, sanitizeValue(field, plain));
  }
  // The address of an advert must not cost a request: what is wrong in it is dropped.
  const source = parseRequestSource((param) => pairs?.get(param));
  for (const param of Object.values(SOURCE_PARAMS)) pairs?.delete(param);
  const malformed =
    pairs === null ||
    [...pairs].some(
      ([name, value]) => hasForbiddenCharacters(name, name) || hasForbiddenCharacters(name, value),
    );
  const get = (name: string) => pairs?.get(name) ?? '';
  const values = mapFields(({ name }) => stripForbiddenCharacters(get(name)));
  if (malformed) return { kind: 'refused', status: 400, values, errors: {} };

  const errors: FieldErrors = {};
  for (const field of CALLBACK_FIELDS) {
    const error = validateField(field, get(field.name));
    if (error) errors[field.name] = error;
  }
  if (Object.keys(errors).length > 0) return { kind: 'refused', status: 422, values, errors };

  const fields = mapFields(({ name }) => get(name).trim());
  const flags = detectBot(get('website'), get('elapsed'));
  return { kind: 'accepted', fields, flags, source };
}

/**
 * Parses the fields of a form by name.
 * @returns null when the body is not a form
 */
function parsePairs(body: Buffer): Map<string, string> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    const parts = text.split('&', MAX_PAIRS + 1);
    if (parts.length > MAX_PAIRS) return null;
    const pairs = parts.filter(Boolean).map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name), decode(value.join('='))] as const;
    });
    const fields = new Map(pairs);
    return fields.size === pairs.length ? fields : null;
  } catch {
    return null; // URIError or a UTF-8 error: their messages may quote the visitor
  }
}

function hasForbiddenCharacters(field: string, text: string): boolean {
  const { multiline } = CALLBACK_FIELDS.find(({ name }) => name === field) ?? {};
  return text.replace(multiline ? LINE_BREAK : '', '').search(FORBIDDEN_CHARACTERS) !== -1;
}

/** Removes characters that a page must not contain from a value that goes back into a form. */
export const stripForbiddenCharacters = (text: string) => text.replace(FORBIDDEN_CHARACTERS, '');

function validateField(field: CallbackField, value: string): string | undefined {
  if (value.trim() === '') return field.required ? field.problem : undefined;
  return lengthError(field, value);
}

function detectBot(website: string, elapsed: string): CallbackFlag[] {
  const flags: CallbackFlag[] = [];
  if (website !== '') flags.push('honeypot'); // a field hidden from people
  if (/^\d{1,15}$/.test(elapsed) && Number(elapsed) < MIN_HUMAN_FILL_MS) flags.push('fast');
  return flags;
}
