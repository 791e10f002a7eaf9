import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { telHref } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { linesOf, part, textAt, wordsOf } from '../support/pages.ts';
import { sharedSite } from '../support/site.ts';

const PATHS = [...STATIC_PATHS, '/no-such-page'];

/** Words that the specification quotes or lists, by the page that must show them. */
const WORDS: Record<string, string[]> = {
  '/': [
    'Professional Accident Management Services UK',
    'id="home"',
    'id="about"',
    'id="services"',
    'id="faq"',
    'id="contact"',
    'Your name *',
    'Mobile Number *',
    'Your e-mail *',
    'placeholder="Enter your name"',
    'placeholder="Enter your mobile number"',
    'placeholder="Enter your email"',
    'action="/contact.php"',
    'method="post"',
    '"@context":"https://schema.org"',
    'name="faq"',
    '24/7',
    'about 10 hours',
    'rade A',
    'nder 3 years old',
    '10+ years of experience',
    'No excess to pay',
  ],
  '/about': ['10+ years of experience'],
  '/accident': [
    'Had a Road Accident?',
    'Stay calm',
    'Do not admit liability',
    'Exchange names, addresses, phone numbers',
    'make, model, colour and registration',
    'Call the police',
    'refuses to give details',
    'Note the date, time, location',
    'photos',
    'Report to the police anyway',
    '<ol',
    'href="tel:',
  ],
  '/replacement-vehicles': [
    'Ford',
    'BMW',
    'Hyundai',
    'Mercedes-Benz',
    'Tesla',
    'Volkswagen',
    'inibus',
    'ommercial vehicles',
    '<details',
    'href="/credit-hire"',
    'href="tel:',
  ],
  '/credit-hire': ['24-hour helpline', 'href="tel:', 'at-fault insurer', 'up front'],
  '/bodyshop-repairs': ['randed parts', 'approved bodyshops', 'href="tel:'],
  '/blogs': [
    'Our Blog',
    'Stay updated with the latest news, tips, and insights about accident management and vehicle services.',
    'Read More →',
  ],
  '/contact': ['Your name *', 'Mobile Number *', 'Your e-mail *', 'href="mailto:'],
  '/terms': [
    'Liability',
    'Data Protection and Privacy',
    'Changes to the Terms',
    'Governing Law',
    'England and Wales',
    PLACEHOLDER_COMPANY.number,
  ],
  '/complaints': [
    '48 hours',
    '28 days',
    'in writing',
    'by telephone',
    'in person',
    'reference number',
  ],
  '/privacy-policy': [
    'Contact details from',
    'Cookie-based usage data',
    'Cookie settings are controlled through the browser',
    'cookie',
    'browser',
    'ontroller',
    'href="mailto:',
    'href="tel:',
  ],
  '/no-such-page': ['404', 'The page you are looking for was not found.', 'Go back home'],
};

const FRAME = [
  'Home',
  'About Us',
  'Accident',
  'Replacement Vehicles',
  'Credit Hire',
  'Bodyshop Repairs',
  'Blogs',
  'Contact Us',
  'href="/terms"',
  'href="/complaints"',
  'href="/privacy-policy"',
  '2011-2025',
  'Registered in England and Wales',
  `mailto:${PLACEHOLDER_COMPANY.claimsEmail}`,
  telHref(PLACEHOLDER_COMPANY.phone),
  telHref(PLACEHOLDER_COMPANY.phone24h),
  'not an insurer',
];

/**
 * Returns the page with its attributes: entities decoded, no-break spaces as spaces, React's
 * comments gone.
 */
const readable = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--.*?-->/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ');

test('every quoted string of the specification is on its page, the frame on every page', async () => {
  const site = await sharedSite();
  const missing: string[] = [];
  for (const [path, words] of Object.entries(WORDS)) {
    const html = readable(await textAt(site, path));
    for (const word of [...words, ...FRAME])
      if (!html.includes(word)) missing.push(`${path}: ${word}`);
  }
  expect(missing).toEqual([]);
});

test('Home shows its sections in the order of the specification', async () => {
  const text = await textAt(await sharedSite(), '/');
  const places = [
    'id="home"',
    'id="about"',
    'id="services"',
    'aria-roledescription="carousel"',
    'id="faq"',
    'id="contact"',
  ].map((mark) => text.indexOf(mark));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(text.match(/aria-roledescription="slide"/g)).toHaveLength(6);
  expect(text.match(/<details[^>]*name="faq"/g)).toHaveLength(6);
  // Without scripts a keyboard can scroll them, which not every browser allows by itself.
  expect(text).toContain('class="carousel__view" tabindex="0"');
});

/** Lists the words that break a rule, by page. */
async function found(rule: RegExp): Promise<string[]> {
  const site = await sharedSite();
  const faults: string[] = [];
  for (const path of PATHS)
    for (const [fault] of linesOf(part(await textAt(site, path), 'body')).matchAll(rule))
      faults.push(`${path}: ${fault}`);
  return faults;
}

test('a number and its unit stand on one line', async () => {
  expect(await found(/.{0,20}\d (?:hours?|days?|weeks?|months?|years?|minutes?)\b/g)).toEqual([]);
});

test('dashes and quotes are typographic, and the legal line has the specified years', async () => {
  const faults = await found(/.{0,20}(?: --? |(?<![\d-])\d{1,3}-\d{1,3}(?![\d-])|["'`]).{0,20}/g);
  expect(faults).toEqual([]);
});

test('the 24-hour helpline has one name', async () => {
  expect(await found(/24-hour (?!helpline)[^\n]{0,20}|[^\n]*answering line/gi)).toEqual([]);
});

test('no page uses words that GOV.UK’s style guide rejects', async () => {
  expect(
    await found(
      /\b(?:inquir\w*|simply|hassle-free|leading|please(?! call before you visit)|utili[sz]e|in order to)\b/gi,
    ),
  ).toEqual([]);
});

/** Headings that the specification quotes, capitals and all. */
const QUOTED = new Set(['Had a Road Accident?', 'Our Blog']);

test('a heading is written like a sentence, unless the specification quotes it', async () => {
  const site = await sharedSite();
  for (const path of PATHS) {
    const heading = wordsOf(part(await textAt(site, path), 'h1')).trim();
    if (!QUOTED.has(heading)) expect(heading.slice(1), path).not.toMatch(/(?<![.?!]\s)\b[A-Z]/);
  }
});

test('a page that an answer names is a link', async () => {
  const text = await textAt(await sharedSite(), '/');
  expect(text).toMatch(/Our <a[^>]*href="\/accident"[^>]*>Accident page<\/a> has the steps/);
});
