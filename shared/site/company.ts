/**
 * The company's own facts. They come from the site file; `COMPANY_*` variables override the first
 * nine. The server hands the result to the browser in the page, so this list is the only one. What
 * is not set is not shown.
 */
export interface Company {
  /** Product name: the logo, the title suffix. */
  name: string;
  /** The number as shown: a UK number in UK form, others with `+` and their country code. */
  phone: string;
  phone24h: string;
  /** A number without an extension, as the others are shown. */
  whatsapp?: string;
  email: string;
  claimsEmail: string;
  legalName: string;
  number: string;
  headOffice: string;
  registeredOffice: string;
  /** The head office in parts, for search engines. */
  headOfficeParts?: AddressParts;
  /** VAT registration, grouped: `GB 123 4567 89`. */
  vat?: string;
  /** Registration with the Information Commissioner's Office. */
  ico?: string;
  /** Firm reference number at the Financial Conduct Authority. */
  fca?: string;
  tradeBodies?: TradeBody[];
  reviews?: ReviewSource;
  /** Towns or regions that it works in. */
  places?: string[];
  /** The year of the foundation. */
  founded?: number;
  /** Years of the copyright: from `founded` to this year when the owner sets none. */
  years?: string;
  /** The part of the UK where it is registered; its number says which when it is not set. */
  seat?: keyof typeof JURISDICTIONS;
  officeHours?: OpeningHours[];
  /** Hours of the helpline. Not beside the claim that it is there all day, every day. */
  lineHours?: OpeningHours[];
  /**
   * The promised time of a callback: in the configuration such as `15 minutes`, in a page the words
   * of server/callbacks/callback-promise.ts.
   */
  callbackWithin?: string;
  /** The company's pages elsewhere: https addresses. */
  profiles?: string[];
  /** Paragraphs for About. */
  history?: string[];
  people?: Person[];
}

export const JURISDICTIONS = {
  'england-wales': 'England and Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
} as const;

export interface Person {
  name: string;
  role: string;
  /** The name of the files of their photo: shared/site/photo.ts. */
  photo?: string;
}

export interface TradeBody {
  name: string;
  number?: string;
  url?: string;
}

/** A site where customers rate the company. */
export interface ReviewSource {
  name: string;
  /** The rating in that site's words: `4.8 out of 5 from 312 reviews`. */
  rating: string;
  /** The company's page there. */
  url: string;
}

export const DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export interface AddressParts {
  /** House and street. */
  street: string;
  /** Post town. */
  locality: string;
  region?: string;
  postcode: string;
}

export interface OpeningHours {
  days: (typeof DAYS)[number][];
  /** `HH:MM`, local time. */
  opens: string;
  closes: string;
}

/**
 * Returns a list in words, 'London, Essex and Kent', without what is ''. Not by `Intl`, whose first
 * list costs a phone 60 ms.
 */
export function joinWithAnd(names: readonly string[]): string {
  const said = names.filter(Boolean);
  const all = [said.slice(0, -1).join(', '), ...said.slice(-1)];
  return all.filter(Boolean).join(' and ');
}

/** Returns the registrations of the company in sentences. */
export function registrationText({ number, seat = jurisdictionOf(number), fca }: Company): string {
  const house = `Registered in ${JURISDICTIONS[seat]}, company number ${number}.`;
  return fca
    ? `${house} Authorised and regulated by the Financial Conduct Authority, firm reference number ${fca}.`
    : house;
}

/**
 * Returns the part of the UK that a number says: Companies House begins the numbers of two with
 * letters.
 */
function jurisdictionOf(number: string): keyof typeof JURISDICTIONS {
  if (/^S/i.test(number)) return 'scotland';
  return /^(N|R0)/i.test(number) ? 'northern-ireland' : 'england-wales';
}

/**
 * Returns the `tel:` URL of a number as `Company` has it: the whole number with its country code,
 * so that it works abroad, and the extension as a parameter (RFC 3966).
 */
export function telHref(phone: string): string {
  const [number = '', extension] = phone.split(' ext. ');
  const digits = number.replace(/[^\d+]/g, '').replace(/^0/, '+44');
  return `tel:${digits}${extension ? `;ext=${extension}` : ''}`;
}

/**
 * Returns the address at which WhatsApp opens a chat with a number
 * (https://faq.whatsapp.com/5913398998672934).
 */
export const whatsAppHref = (phone: string) =>
  `https://wa.me/${telHref(phone).slice('tel:+'.length)}`;

/** Returns a phone number that does not break across lines, unless before its extension. */
export function withNonBreakingSpaces(text: string): string {
  return text.replaceAll(/ (?!ext)/g, '\u00a0');
}
