import * as z from 'zod';
import { type Company, DAYS, JURISDICTIONS } from '../../../shared/site/company.ts';
import { oneOf, pattern, shortText, textUpTo } from '../schemas.ts';
import {
  companyNumber,
  email,
  fcaNumber,
  icoNumber,
  phone,
  postcode,
  vatNumber,
} from './fact-schemas.ts';

const https = z.url({ protocol: /^https$/, error: 'must be an https address' });
const time = pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00');
const day = z.enum(DAYS, 'must be a day such as Monday');
const hours = z.array(
  z.strictObject({
    days: z.array(day).min(1, 'must name at least one day'),
    opens: time,
    closes: time,
  }),
);
const foundedYear = z
  .int()
  .min(1800, 'must be a year')
  .refine((year) => year <= new Date().getFullYear(), 'must be a year that has begun');
const addressParts = z.strictObject({
  street: shortText,
  locality: shortText,
  region: shortText.optional(),
  postcode,
});

/** The name of a photo's files: `photos/NAME-600.webp`. */
const photoName = pattern(
  /^[A-Za-z0-9][\w-]{0,59}$/,
  'the name of a photo: letters, digits, - and _, without a folder or an ending',
);

/** Facts of the company, each with its schema. */
export const companySchema = z
  .strictObject({
    name: shortText.describe('The name customers know: the logo and the end of page titles.'),
    phone: phone.describe('The main number.'),
    phone24h: phone.describe('The number that people call from the roadside, first on every page.'),
    whatsapp: phone
      .refine((number) => !number.includes('ext'), 'must be a number without an extension')
      .describe('A number for WhatsApp.'),
    email: email.describe('For questions, complaints and security reports.'),
    claimsEmail: email.describe('For messages about claims.'),
    legalName: shortText.describe('The name at Companies House.'),
    number: companyNumber.describe('The company number, in quotes: "01234567".'),
    headOffice: shortText.describe('The address of the head office, in one line.'),
    registeredOffice: shortText.describe('The address of the registered office, in one line.'),
    headOfficeParts: addressParts.describe('The head office in parts, for search engines.'),
    vat: vatNumber.describe('Required by law if you are registered for VAT: GB 123 4567 89.'),
    ico: icoNumber.describe(
      'Registration with the Information Commissioner’s Office, for example ZA123456.',
    ),
    fca: fcaNumber.describe(
      'Firm reference number, only if the FCA has authorised you, in quotes.',
    ),
    tradeBodies: z
      .array(
        z.strictObject({ name: shortText, number: shortText.optional(), url: https.optional() }),
      )
      .describe('Trade bodies of which you are a member.'),
    reviews: z
      .strictObject({ name: shortText, rating: shortText, url: https })
      .describe('A site where customers rate you, and the rating in its words.'),
    places: z
      .array(shortText)
      .describe('Towns or regions in which you work, for example [Leeds, Yorkshire].'),
    founded: foundedYear.describe(
      'The year in which the company was founded: pages say "since" it.',
    ),
    years: pattern(/^\d{4}(-\d{4})?$/, 'years such as 2011-2025').describe(
      'The years of the copyright, if not from founded to now.',
    ),
    seat: oneOf(...(Object.keys(JURISDICTIONS) as [keyof typeof JURISDICTIONS])).describe(
      'Where the company is registered, if its number does not tell: england-wales, scotland, northern-ireland.',
    ),
    officeHours: hours.describe(
      'When the office is open: days such as [Monday, Friday], times such as "09:00".',
    ),
    lineHours: hours.describe('When the phone is answered, if not day and night.'),
    callbackWithin: pattern(
      /^([1-9]\d?) (minutes|hours)$|^1 hour$/,
      'a time such as 15 minutes',
    ).describe('How soon you always call back while the office is open, for example 15 minutes.'),
    profiles: z.array(https).describe('Your pages elsewhere: https addresses.'),
    history: z.array(textUpTo(1000)).describe('Paragraphs about the company for the page About.'),
    people: z
      .array(z.strictObject({ name: shortText, role: shortText, photo: photoName.optional() }))
      .describe('People shown on About; photo is the name of files made by npm run photos.'),
  })
  .partial() satisfies z.ZodType<Partial<Company>>;
