import * as z from 'zod';
import type { Claims, Wording } from '../../../shared/site/claims.ts';

/** All that the site file, setup and golive know of a claim. */
interface ClaimDefinition<Value> {
  /** The schema of its value in the site file. */
  value: z.ZodType<Value>;
  /** The question that explains it in the site file. */
  ask: string;
  /** Returns its words on the pages, except for capitals; '' when they do not make it. */
  words: (wording: Wording) => string;
  /** The paths of the pages that make it, or a description of them. */
  pages: string | ((wording: Wording) => string);
  /** The evidence that an advertiser must hold. */
  proof: string;
}

export type ClaimDefinitions = { [claim in keyof Claims]: ClaimDefinition<Claims[claim]> };

const COMPANY = '/, /about';

/** The pages that make several claims. */
export const PAGES = {
  every: 'every page',
  company: COMPANY,
  fleet: `${COMPANY}, /replacement-vehicles, /credit-hire`,
  fleetWithoutHire: `${COMPANY}, /replacement-vehicles, /bodyshop-repairs`,
  repairs: `${COMPANY}, /bodyshop-repairs`,
  stranded: `${COMPANY}, /accident, /bodyshop-repairs`,
  hireAndRepairs: `${COMPANY}, /credit-hire, /bodyshop-repairs`,
};

/** Returns the schema of a claim: its value, or `false` or `null` where it is not made. */
export const claim = <T extends z.ZodType>(value: T, message: string) =>
  z.union([value, z.literal(false), z.null()], message);

export const yesOrNo = claim(z.literal(true), 'must be true or false, or null');

export function countClaim(unit: string) {
  const message = `must be a whole number of ${unit} up to 99, or null`;
  return claim(z.int().min(1, message).max(99, message), message);
}

export function textClaim(form: RegExp, what: string) {
  const message = `must be ${what}, or null`;
  return claim(z.string().regex(form, message), message);
}
