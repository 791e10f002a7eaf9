import * as z from 'zod';
import {
  type Claims,
  createWording,
  type Wording,
  type WordingInput,
} from '../../../shared/site/claims.ts';
import type { ClaimDefinitions } from './claim-definition.ts';
import { REPAIR_CLAIMS } from './repair-claims.ts';
import { SERVICE_CLAIMS } from './service-claims.ts';
import { VEHICLE_CLAIMS } from './vehicle-claims.ts';

/** Every claim, in the order of the site file that setup writes. */
export const CLAIM_DEFINITIONS: ClaimDefinitions = {
  ...SERVICE_CLAIMS,
  ...REPAIR_CLAIMS,
  ...VEHICLE_CLAIMS,
};

const CLAIMS = Object.keys(CLAIM_DEFINITIONS) as (keyof Claims)[];

/** The section `claims` of the site file. */
export const claimsSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(CLAIM_DEFINITIONS).map(([claim, { value, ask }]) => [
        claim,
        value.describe(ask),
      ]),
    ) as { [claim in keyof Claims]: z.ZodType<Claims[claim]> },
  )
  .partial();

/** A statement of the site that needs proof. */
interface PublishedClaim {
  /** The text on the pages, except for capitals. */
  words: string;
  /** Paths of the pages that make it. */
  pages: string;
  evidence: string;
}

/**
 * Returns the claims that the pages make. test/http/claims.test.ts compares them with the pages.
 */
export function publishedClaims(facts: WordingInput): PublishedClaim[] {
  const wording = createWording(facts);
  const claims = CLAIMS.flatMap((claim) => publishedClaim(claim, wording));
  if (!wording.founded) return claims;
  const founded = {
    words: `since ${wording.founded}`,
    pages: '/, /about',
    evidence:
      'Evidence: your entry at Companies House. It must match company.founded in the site file.',
  };
  return [...claims, founded];
}

/** Returns a claim as it is made; an empty list when it is not. */
function publishedClaim(claim: keyof Claims, wording: Wording): PublishedClaim[] {
  const { words, pages, proof } = CLAIM_DEFINITIONS[claim];
  const text = wording[claim] ? words(wording).replaceAll('\u00a0', ' ') : '';
  if (!text) return [];
  const evidence = `${proof} If you have none, set claims.${claim} to null in the site file.`;
  return [{ words: text, pages: typeof pages === 'string' ? pages : pages(wording), evidence }];
}
