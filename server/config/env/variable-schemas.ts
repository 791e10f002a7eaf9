import * as z from 'zod';
import { pattern, text, trimmed } from '../schemas.ts';

/** A token or password as services give them: visible ASCII, so that it fits into a header. */
export const token = pattern(/^[\x21-\x7e]+$/, 'plain letters, digits and symbols, with no spaces');

/** A secret that the operator chooses, and that can be guessed over the network. */
export const secret = text.pipe(z.string().min(16, 'must be 16 characters or longer'));

/** Such a secret that a service sends in a header, whose ends lose their spaces on the way. */
export const headerSecret = pattern(
  /^(?! )[\x20-\x7e]+(?<! )$/,
  'plain letters, digits and symbols, with no space before or after them',
).pipe(secret);

/** A list separated by commas. */
export const listOf = <T extends z.ZodType<unknown, string>>(each: T) =>
  z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .pipe(z.array(each));

/** Email addresses. A mail server may know some that are not public, such as `desk@localhost`. */
export const emailList = listOf(
  pattern(
    /^[^\s@<>,;:]+@[^\s@<>,;:]+$/,
    'one or more email addresses, for example claims@example.com',
  ),
);

export const emailSender = trimmed.regex(
  /^([^<>@\r\n]+<[^\s@<>,;:]+@[^\s@<>,;:]+>|[^\s@<>,;:]+@[^\s@<>,;:]+)$/,
  'must be one email address, or Name <address>',
);

export function wholeNumber(least: number, most: number) {
  const what = `a whole number from ${least} to ${most}`;
  return pattern(/^\d{1,12}$/, what)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be ${what}`);
}

/** A fraction from 0 to 1, with a decimal point. */
export const fraction = pattern(/^(0|1|0?\.\d+|1\.0+|0\.0+)$/, 'a share from 0 to 1').transform(
  Number,
);
