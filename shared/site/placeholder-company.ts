import type { Company } from './company.ts';
import { COPYRIGHT_YEAR, FOUNDED_YEAR } from './constants.ts';

/**
 * Stand-ins that belong to nobody: Ofcom's numbers for drama, the reserved `.example` domain and a
 * company number of zeros.
 */
export const PLACEHOLDER_COMPANY = {
  name: 'Kerbside',
  phone: '020 7946 0123',
  phone24h: '0808 157 0124',
  email: 'hello@kerbside.example',
  claimsEmail: 'claims@kerbside.example',
  legalName: 'Kerbside Accident Management Ltd',
  number: '00000000',
  headOffice: '1 Sample Street, London EC1A 1AA',
  registeredOffice: '1 Sample Street, London EC1A 1AA',
} satisfies Company;

/**
 * Further facts about the company in docs/specification.md. An owner's own site has none of them.
 */
export const SPECIFIED_FACTS = {
  founded: FOUNDED_YEAR,
  years: `${FOUNDED_YEAR}-${COPYRIGHT_YEAR}`,
} satisfies Partial<Company>;
