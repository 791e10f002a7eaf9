import * as z from 'zod';
import { ROUTES } from '../../shared/addresses.ts';
import type { Question } from '../../shared/content/faq.ts';
import type { Testimonial } from '../../shared/content/testimonials.ts';
import type { Claims } from '../../shared/site/claims.ts';
import { type Company, DAYS, SEATS } from '../../shared/site/company.ts';
import type { HeadedPage, LegalDates } from '../../shared/site/site-context.ts';
import { type BlogField, DEFAULT_FIELDS } from './blog-fields.ts';
import { brand } from './brand.ts';
import { fact } from './checks.ts';
import {
  companyNumber,
  email,
  fcaNumber,
  icoNumber,
  phone,
  postcode,
  vatNumber,
} from './company-checks.ts';

const words = (most: number) =>
  z.string().trim().min(1, 'takes a text').max(most, `takes at most ${most} characters`);
const https = z.url({ protocol: /^https$/, error: 'takes an https address' });
const date = z.iso.date('takes a date such as 2026-05-01');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'takes a time such as 09:00');
const year = z.int().min(1800, 'takes a year').max(2100, 'takes a year');
const path = z
  .string()
  .regex(/^\/(?!\/)[^\s?#\\]*$/, 'takes a path such as /about, without a query or #');
const target = z.string().regex(/^\/(?!\/)[^\s\p{Cc}?\\]*$/u);
/** Without what an address parser would drop in silence. */
const elsewhere = z
  .string()
  .regex(/^https:\/\/[^\p{Cc}]+$/u)
  .refine((address) => URL.canParse(address));

const day = z.enum(DAYS, 'takes a day such as Monday');
const hours = z.array(
  z.strictObject({ days: z.array(day).min(1, 'takes days'), opens: time, closes: time }),
);
const addressParts = z
  .strictObject({ street: fact, locality: fact, region: fact.optional(), postcode })
  .optional();

const company = z.strictObject({
  name: fact.optional(),
  phone: phone.optional(),
  phone24h: phone.optional(),
  email: email.optional(),
  claimsEmail: email.optional(),
  legalName: fact.optional(),
  number: companyNumber.optional(),
  headOffice: fact.optional(),
  registeredOffice: fact.optional(),
  headOfficeParts: addressParts,
  registeredOfficeParts: addressParts,
  vat: vatNumber.optional(),
  ico: icoNumber.optional(),
  fca: fcaNumber.optional(),
  tradeBodies: z
    .array(z.strictObject({ name: fact, number: fact.optional(), url: https.optional() }))
    .optional(),
  reviews: z.strictObject({ name: fact, rating: fact, url: https }).optional(),
  places: z.array(fact).optional(),
  founded: year.optional(),
  years: z
    .string()
    .regex(/^\d{4}(-\d{4})?$/, 'takes years such as 2011-2025')
    .optional(),
  seat: z
    .enum(
      Object.keys(SEATS) as (keyof typeof SEATS)[],
      `takes one of ${Object.keys(SEATS).join(', ')}`,
    )
    .optional(),
  officeHours: hours.optional(),
  lineHours: hours.optional(),
  callbackWithin: z
    .string()
    .regex(/^([1-9]\d?) (minutes|hours)$|^1 hour$/, 'takes a time such as 15 minutes')
    .optional(),
  profiles: z.array(https).optional(),
  history: z.array(words(1000)).optional(),
  people: z.array(z.strictObject({ name: fact, role: fact })).optional(),
}) satisfies z.ZodType<Partial<Company>>;

/** A claim's value; `false` or `null` where it is not made. */
const claim = <T extends z.ZodType>(value: T, takes: string) =>
  z.union([value, z.literal(false), z.null()], `takes ${takes}, or null`).optional();
const yesOrNo = claim(z.literal(true), 'true or false');

const claims = z.strictObject({
  replacementHours: claim(z.int().min(1).max(99), 'a whole number of hours up to 99'),
  claimWeeks: claim(z.string().regex(/^\d{1,2}([-–]\d{1,2})?$/), 'weeks such as "2–4" or "3"'),
  vehicleGrade: claim(z.string().regex(/^[A-Za-z0-9+]{1,3}$/), 'a grade such as "A"'),
  vehicleYears: claim(z.int().min(1).max(99), 'a whole number of years up to 99'),
  noExcess: yesOrNo,
  brandedParts: yesOrNo,
  helpline24h: yesOrNo,
}) satisfies z.ZodType<Partial<Claims>>;

/** The hero of the smallest phone has room for these. */
const heading = z
  .strictObject({ h1: words(80).optional(), lead: words(300).optional() })
  .optional();
const headings = Object.fromEntries(
  ROUTES.filter(({ id }) => id !== 'blog-post').map(({ id }) => [id, heading]),
) as Record<HeadedPage, typeof heading>;

/** The id of a field, or of a field in the entry that it links to. */
const field = z
  .string()
  .regex(/^\w+(\.\w+)?$/, 'takes the id of a field, such as body or author.name')
  .optional();
/** The service selects, filters and sorts by these fields and cannot follow links to do so. */
const ownField = z.string().regex(/^\w+$/, 'takes the id of a field, such as date').optional();

const fields = {
  ...(Object.fromEntries(Object.keys(DEFAULT_FIELDS).map((name) => [name, field])) as Record<
    BlogField,
    typeof field
  >),
  title: ownField,
  slug: ownField,
  publishedDate: ownField,
};

/** The whole file; every key may be left out. */
export const SiteFile = z.strictObject({
  $schema: z.string().optional().describe('For editors that complete and check the file'),
  company: company.optional(),
  claims: claims.optional(),
  brand: brand.optional(),
  headings: z.strictObject(headings).optional(),
  testimonials: z
    .array(
      z.strictObject({
        name: fact,
        text: words(1000),
        rating: z.int().min(1, 'takes 1 to 5').max(5, 'takes 1 to 5'),
        source: fact.optional(),
      }) satisfies z.ZodType<Testimonial>,
    )
    .optional(),
  faq: z
    .array(
      z.strictObject({
        question: fact,
        answer: words(2000),
      }) satisfies z.ZodType<Question>,
    )
    .min(1, 'takes at least one question')
    .optional(),
  legal: z
    .strictObject({
      termsFrom: date.optional(),
      privacyFrom: date.optional(),
      complaintsFrom: date.optional(),
    } satisfies Record<keyof LegalDates, z.ZodType>)
    .optional(),
  redirects: z
    .record(path, z.union([target, elsewhere], 'takes a path such as /about, or an https address'))
    .optional(),
  blog: z
    .strictObject({
      contentType: z
        .string()
        .regex(/^[\w.-]{1,64}$/, 'takes the id of a content type, such as article')
        .optional(),
      fields: z.strictObject(fields).optional(),
      locale: z
        .string()
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'takes a locale such as en-GB')
        .optional(),
    })
    .optional(),
});

export type SiteFile = z.infer<typeof SiteFile>;
