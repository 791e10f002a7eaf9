/**
 * The company's own facts. `COMPANY_*` in the environment overrides each; the server hands the
 * result to the browser in the page, so this list is the only one.
 */
export interface Company {
  /** Product name: the logo, the title suffix. */
  name: string;
  phone: string;
  phone24h: string;
  email: string;
  claimsEmail: string;
  legalName: string;
  number: string;
  headOffice: string;
  registeredOffice: string;
}

/** With what is shown or told to machines only when it is known. */
export interface CompanyFacts extends Company {
  /** The same addresses in parts, for machines. */
  headOfficeParts?: AddressParts;
  registeredOfficeParts?: AddressParts;
  /** When somebody is in the office; the answering line is open at every hour. */
  officeHours?: OpeningHours[];
  /** Addresses of the company elsewhere on the web. */
  profiles?: string[];
}

export interface AddressParts {
  /** House and street. */
  street: string;
  /** Post town. */
  locality: string;
  region?: string;
  postcode: string;
}

export interface OpeningHours {
  days: ('Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday')[];
  /** `HH:MM`, local time. */
  opens: string;
  closes: string;
}

/**
 * Stand-ins that belong to nobody: Ofcom's numbers for drama, the reserved `.example` domain and a
 * company number of zeros.
 */
export const PLACEHOLDER_COMPANY: Company = {
  name: 'Kerbside',
  phone: '020 7946 0123',
  phone24h: '0808 157 0124',
  email: 'hello@kerbside.example',
  claimsEmail: 'claims@kerbside.example',
  legalName: 'Kerbside Accident Management Ltd',
  number: '00000000',
  headOffice: '1 Sample Street, London EC1A 1AA',
  registeredOffice: '1 Sample Street, London EC1A 1AA',
};

/** A `tel:` address: digits and a leading plus only (RFC 3966 calls the rest visual separators). */
export function telephoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** A phone number that does not break across lines. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
