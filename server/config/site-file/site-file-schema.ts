import * as z from 'zod';
import type { Question } from '../../../shared/content/faq.ts';
import type { Testimonial } from '../../../shared/content/testimonials.ts';
import { ROUTES } from '../../../shared/routes.ts';
import type { Claims } from '../../../shared/site/claims.ts';
import { type Company, DAYS, JURISDICTIONS } from '../../../shared/site/company.ts';
import { PHOTO_PAGES, type PhotoPage, type PhotoText } from '../../../shared/site/photo.ts';
import type { LegalDates, PageWithHeading } from '../../../shared/site/site-context.ts';
import { brandSchema } from '../brand.ts';
import {
  companyNumber,
  email,
  fcaNumber,
  icoNumber,
  lineUpTo,
  oneOf,
  pattern,
  phone,
  postcode,
  shortText,
  textUpTo,
  vatNumber,
} from '../schemas.ts';

const https = z.url({ protocol: /^https$/, error: 'must be an https address' });
const date = z.iso.date('must be a date such as 2026-05-01');
const time = pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00');
const foundedYear = z
  .int()
  .min(1800, 'must be a year')
  .refine((year) => year <= new Date().getFullYear(), 'must be a year that has begun');
const path = pattern(/^\/(?!\/)[^\s?#\\]*$/, 'a path such as /about, without a query or #');
const target = z.string().regex(/^\/(?!\/)[^\s\p{Cc}?\\]*$/u);
/** An https URL. Control characters are refused, because `new URL` drops them silently. */
const httpsUrl = z
  .string()
  .regex(/^https:\/\/[^\p{Cc}]+$/u)
  .refine((address) => URL.canParse(address));

const day = z.enum(DAYS, 'must be a day such as Monday');
const hours = z.array(
  z.strictObject({
    days: z.array(day).min(1, 'must name at least one day'),
    opens: time,
    closes: time,
  }),
);
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

/** A claim's value; `false` or `null` where it is not made. */
const claim = <T extends z.ZodType>(value: T, message: string) =>
  z.union([value, z.literal(false), z.null()], message);
const yesOrNo = claim(z.literal(true), 'must be true or false, or null');

function countClaim(unit: string) {
  const message = `must be a whole number of ${unit} up to 99, or null`;
  return claim(z.int().min(1, message).max(99, message), message);
}

function textClaim(form: RegExp, what: string) {
  const message = `must be ${what}, or null`;
  return claim(z.string().regex(form, message), message);
}

const claims = z
  .strictObject({
    independent: yesOrNo,
    oneHandler: yesOrNo,
    handlesClaim: yesOrNo,
    costsRecovered: yesOrNo,
    delivered: yesOrNo,
    replacementHours: countClaim('hours'),
    replacementSooner: yesOrNo,
    claimWeeks: textClaim(/^\d{1,2}([-–]\d{1,2})?$/, 'weeks such as "2–4" or "3"'),
    vehicleGrade: textClaim(/^[A-Za-z0-9+]{1,3}$/, 'a grade such as "A"'),
    vehicleYears: countClaim('years'),
    insured: yesOrNo,
    makes: claim(
      z.union([z.literal(true), z.array(lineUpTo(40)).min(1).max(20)]),
      'must be true for Ford, BMW, Hyundai, Mercedes-Benz, Tesla and Volkswagen, a list of makes, or null',
    ),
    vehicleTypes: claim(
      z.union([z.literal(true), z.array(lineUpTo(40)).min(1).max(8)]),
      'must be true for hatchbacks and SUVs, a list of types, or null',
    ),
    vans: yesOrNo,
    motorcycles: yesOrNo,
    minibuses: yesOrNo,
    taxis: yesOrNo,
    noExcess: yesOrNo,
    noUpfrontCost: yesOrNo,
    explainsAgreement: yesOrNo,
    brandedParts: yesOrNo,
    approved: yesOrNo,
    nationwide: yesOrNo,
    chooseRepairer: yesOrNo,
    engineerReport: yesOrNo,
    independentEngineer: yesOrNo,
    recovery: yesOrNo,
    recovery24h: yesOrNo,
    storage: yesOrNo,
    legalSupport: yesOrNo,
    helpline24h: yesOrNo,
    experience: yesOrNo,
    complaintHours: countClaim('hours'),
    complaintDays: countClaim('days'),
    complaintCopy: yesOrNo,
    dataNotSold: yesOrNo,
  } satisfies { [claim in keyof Claims]: z.ZodType<Claims[claim]> })
  .partial();

/** Says what a photo shows. A name of a file says nothing. */
const altText = lineUpTo(120).regex(
  /^(?!.*\.\w{3,4}$).*\s/,
  'must describe in words what the photo shows',
);

const photoText = z.union(
  [
    altText.transform((alt): PhotoText => ({ alt })),
    z.strictObject({ alt: altText, caption: lineUpTo(200).optional() }),
  ],
  {
    error: ({ input }) =>
      typeof input === 'string'
        ? (altText.safeParse(input).error?.issues[0]?.message ?? '')
        : 'must be the words for those who cannot see the photo, or alt and caption',
  },
);

/** The hero of the smallest phone has room for these. */
const heading = z.strictObject({ h1: lineUpTo(80), lead: lineUpTo(300) }).partial();
const headings = Object.fromEntries(
  ROUTES.filter(({ id }) => id !== 'blog-post' && id !== 'content-page').map(({ id }) => [
    id,
    heading,
  ]),
) as Record<PageWithHeading, typeof heading>;

/** An issue of a setting, by its path in the file. */
export interface SiteFileIssue {
  path: readonly PropertyKey[];
  message: string;
}

/** The whole file; every key may be left out. */
export const SiteFile = z
  .strictObject({
    $schema: z.string().optional().describe('Lets a text editor complete and check this file'),
    company: companySchema,
    claims,
    brand: brandSchema,
    headings: z
      .strictObject(headings)
      .partial()
      .describe('The words at the top of a page, up to 80 and 300 characters.'),
    testimonials: z
      .array(
        z.strictObject({
          name: shortText,
          text: textUpTo(1000),
          rating: z.int().min(1, 'must be 1 to 5').max(5, 'must be 1 to 5'),
          source: shortText.optional(),
        }) satisfies z.ZodType<Testimonial>,
      )
      .describe('What customers said, rated 1 to 5, and where. Without any, the site shows none.'),
    faq: z
      .array(
        z.strictObject({
          question: shortText,
          answer: textUpTo(2000),
        }) satisfies z.ZodType<Question>,
      )
      .min(1, 'must have at least one question')
      .describe('Questions and answers on Home, in place of those that the site comes with.'),
    legal: z
      .strictObject({
        termsFrom: date,
        privacyFrom: date,
        complaintsFrom: date,
      } satisfies Record<keyof LegalDates, z.ZodType>)
      .partial()
      .describe('The dates from which these pages apply, as your solicitor says: 2026-05-01.'),
    photos: z
      .strictObject(
        Object.fromEntries(PHOTO_PAGES.map((page) => [page, photoText])) as Record<
          PhotoPage,
          typeof photoText
        >,
      )
      .partial()
      .describe('What a photo shows, in words. npm run photos -- FILE PAGE makes its files.'),
    proof: z
      .boolean('must be true or false')
      .describe('Say how soon callers were called back last month, once 30 were.'),
    redirects: z
      .record(
        path,
        z.union([target, httpsUrl], 'must be a path such as /about, or an https address'),
      )
      .describe('Addresses of an older website, each with the page in its place.')
      .meta({ examples: [{ '/old-page': '/about' }] }),
  })
  .partial();

export type SiteFile = z.infer<typeof SiteFile>;
