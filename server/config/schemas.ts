import * as z from 'zod';

/** A text that matches a pattern. */
export const pattern = (form: RegExp, what: string) => z.string().regex(form, `must be ${what}`);

/** A value as it is given. One of spaces alone would make a folder or a host of that name. */
export const text = pattern(/\S/, 'something other than spaces');

export const trimmed = z.string().trim();

const limited = (most: number) =>
  trimmed.min(1, 'must not be empty').max(most, `must be ${most} characters or fewer`);

/** A text for people, of at most so many characters, which may have paragraphs. */
export const textUpTo = (most: number) =>
  limited(most).regex(/^[\P{Cc}\t\n\r]*$/u, 'must not have control characters');

/** The same in one line: it stands in headings, headers of mails and lines of the feed. */
export const lineUpTo = (most: number) =>
  limited(most).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line, without control characters');

export const shortText = lineUpTo(200);

export const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, `must be one of: ${words.join(', ')}`);

export const onOrOff = oneOf('on', 'off');
