import * as z from 'zod';
import type { Question } from '../../../shared/content/faq.ts';
import type { Testimonial } from '../../../shared/content/testimonials.ts';
import { ROUTES } from '../../../shared/routes.ts';
import { PHOTO_PAGES, type PhotoPage, type PhotoText } from '../../../shared/site/photo.ts';
import type { LegalDates, PageWithHeading } from '../../../shared/site/site-context.ts';
import { claimsSchema } from '../claims/claims.ts';
import { lineUpTo, pattern, shortText, textUpTo } from '../schemas.ts';
import { brandSchema } from './brand.ts';
import { companySchema } from './company-schema.ts';

const date = z.iso.date('must be a date such as 2026-05-01');
const path = pattern(/^\/(?!\/)[^\s?#\\]*$/, 'a path such as /about, without a query or #');
const target = z.string().regex(/^\/(?!\/)[^\s\p{Cc}?\\]*$/u);
/** An https URL. Control characters are refused, because `new URL` drops them silently. */
const httpsUrl = z
  .string()
  .regex(/^https:\/\/[^\p{Cc}]+$/u)
  .refine((address) => URL.canParse(address));

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
    claims: claimsSchema,
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
