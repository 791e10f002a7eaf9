import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';
import { pattern, trimmed } from '../schemas.ts';

const upperCase = trimmed.toUpperCase();

/** Ofcom's numbers for drama: never in service, so the metadata does not include all of them. */
const OFCOM_DRAMA_NUMBERS =
  /^\+44(?=\d{10}$)(11[3-8]496|1[2-6]1496|191498|20794|289649|292018|1632960|7700900|808157|909879|306999)/;

const WHAT_A_PHONE_TAKES =
  'must be a phone number: a UK one such as 020 7946 0123, or one with its country code such as +353 1 234 5678';

/** Tells whether a number may be in service, or is one of Ofcom's for drama. */
export const isCallable = (number: PhoneNumber) =>
  number.isValid() || (number.isPossible() && OFCOM_DRAMA_NUMBERS.test(number.number));

/** Formats UK numbers in the national form, others with their country code. */
export function writtenNumber(number: PhoneNumber): string {
  const written =
    number.countryCallingCode === '44' ? number.formatNational() : number.formatInternational();
  return written.replace(/ x(\d+)$/, ' ext. $1');
}

/** A phone number as it is shown. */
export const phone = z.string().transform((value, context) => {
  const number = parsePhoneNumberFromString(value, { defaultCountry: 'GB', extract: false });
  if (!number || !isCallable(number)) {
    context.addIssue({ code: 'custom', message: WHAT_A_PHONE_TAKES });
    return z.NEVER;
  }
  return writtenNumber(number);
});

export const email = trimmed
  .max(254, 'must be an email address of 254 characters or fewer')
  .regex(z.regexes.email, 'must be an email address, for example hello@example.com');

/** Companies House: 8 digits, or a prefix of two letters as in SC123456 or OC123456. */
export const companyNumber = upperCase.regex(
  /^(\d{8}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z])$/,
  'must be the 8 characters of a company number, such as 01234567 or SC123456',
);

/** HMRC: GB and 9 digits, or 12 for a branch; shown in groups. */
const VAT = /^(GB|XI)?(\d{3})(\d{4})(\d{2})(\d{3})?$/;
export const vatNumber = z
  .string()
  .transform((value) => value.replace(/[\s.-]/g, '').toUpperCase())
  .pipe(pattern(VAT, 'a VAT number such as GB 123 4567 89'))
  .transform((value) => {
    const [, country = 'GB', ...groups] = VAT.exec(value) as RegExpExecArray;
    return [country, ...groups.filter(Boolean)].join(' ');
  });

/** Information Commissioner's Office, register of fee payers. */
export const icoNumber = upperCase.regex(
  /^Z[A-Z0-9]\d{6}$/,
  'must be an ICO registration number such as ZA123456',
);

/** Financial Conduct Authority, firm reference number. */
export const fcaNumber = trimmed.regex(
  /^\d{6,7}$/,
  'must be an FCA firm reference number of 6 or 7 digits',
);

/** Royal Mail's form, with its space. */
export const postcode = upperCase.regex(
  /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/,
  'must be a UK postcode with its space, such as EC1A 1AA',
);
