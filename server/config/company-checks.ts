import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';

/** Ofcom's numbers for drama: never in service, so the metadata does not include all of them. */
const DRAMA =
  /^\+44(11[3-8]496|1[2-6]1496|191498|20794|289649|292018|1632960|7700900|808157|909879|306999)\d+$/;

const WHAT_A_PHONE_TAKES =
  'takes a phone number: a UK one such as 020 7946 0123, or with its country code, +353 1 234 5678';

/** A phone number as it is shown: UK numbers in UK form, others with their country code. */
export const phone = z.string().transform((value, context) => {
  const number = parsePhoneNumberFromString(value, { defaultCountry: 'GB', extract: false });
  if (!number || !(number.isValid() || (number.isPossible() && DRAMA.test(number.number)))) {
    context.addIssue({ code: 'custom', message: WHAT_A_PHONE_TAKES });
    return z.NEVER;
  }
  const shown =
    number.countryCallingCode === '44' ? number.formatNational() : number.formatInternational();
  return shown.replace(/ x(\d+)$/, ' ext. $1');
});

export const email = z
  .string()
  .trim()
  .max(254, 'takes an e-mail address of at most 254 characters')
  .regex(z.regexes.email, 'takes an e-mail address such as hello@example.com');

/** Companies House: 8 digits, or a prefix of two letters as in SC123456 or OC123456. */
export const companyNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^(\d{8}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z])$/,
    'takes the 8 characters of a company number, such as 01234567 or SC123456',
  );

/** HMRC: GB and 9 digits, or 12 for a branch; shown in groups. */
export const vatNumber = z
  .string()
  .transform((value) => value.replace(/[\s.-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(GB|XI)?\d{9}(\d{3})?$/, 'takes a VAT number such as GB 123 4567 89'))
  .transform((value) => {
    const [, country = 'GB', ...groups] =
      /^(GB|XI)?(\d{3})(\d{4})(\d{2})(\d{3})?$/.exec(value) ?? [];
    return [country, ...groups.filter(Boolean)].join(' ');
  });

/** Information Commissioner's Office, register of fee payers. */
export const icoNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^Z[A-Z0-9]\d{6}$/, 'takes an ICO registration number such as ZA123456');

/** Financial Conduct Authority, firm reference number. */
export const fcaNumber = z
  .string()
  .trim()
  .regex(/^\d{6,7}$/, 'takes an FCA firm reference number of 6 or 7 digits');

/** Royal Mail's form, with its space. */
export const postcode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/,
    'takes a UK postcode with its space, such as EC1A 1AA',
  );
