import { type Claims, type Facts, wordingOf } from '../../shared/site/claims.ts';

const COMPANY = '/, /about';
const FLEET = `${COMPANY}, /replacement-vehicles, /credit-hire`;
const REPAIRS = `${COMPANY}, /bodyshop-repairs`;
const HIRE_AND_REPAIRS = `${COMPANY}, /credit-hire, /bodyshop-repairs`;

/** Something the site says that needs proof. */
export interface MadeClaim {
  /** As pages say it, but for capitals. */
  words: string;
  /** Addresses of those pages. */
  pages: string;
  evidence: string;
}

interface PossibleClaim {
  /** Empty where the claim is not made. */
  words: string;
  pages: string;
  proof: string;
  /** What of `claims` in the site file takes it out. */
  key?: keyof Claims;
}

/** What the pages of a company claim. test/http/claims.test.ts compares it with the pages. */
export function claimsOf(facts: Facts): MadeClaim[] {
  return possibleClaims(facts)
    .filter(({ words }) => words !== '')
    .map(({ words, pages, proof, key }) => ({
      words: words.replaceAll('\u00a0', ' '),
      pages,
      evidence: key ? `${proof} Or set claims.${key} to null in the site file.` : proof,
    }));
}

function possibleClaims(facts: Facts): PossibleClaim[] {
  const wording = wordingOf(facts);
  return [
    {
      words: wording.dayAndNight ? '24-hour helpline' : '',
      pages: 'every page, with recovery 24/7 on /, /about and /bodyshop-repairs',
      proof: 'Show the rota of recovery and helpline: nights, Christmas, Easter.',
      key: 'helpline24h',
    },
    {
      words: wording.hours && `about ${wording.hours}`,
      pages: `${FLEET}, /bodyshop-repairs`,
      proof: 'Show the delivery times of a year.',
      key: 'replacementHours',
    },
    {
      words: wording.grade,
      pages: FLEET,
      proof: 'Show the fleet list with the grades.',
      key: 'vehicleGrade',
    },
    {
      words: wording.age,
      pages: FLEET,
      proof: 'Show the fleet list with registration dates.',
      key: 'vehicleYears',
    },
    {
      words: wording.weeks,
      pages: COMPANY,
      proof: 'Show how long the claims of a year took.',
      key: 'claimWeeks',
    },
    {
      words: wording.noExcess ? 'no excess to pay' : '',
      pages: HIRE_AND_REPAIRS,
      proof: 'Show the hire agreement that says so.',
      key: 'noExcess',
    },
    {
      words: wording.brandedParts ? 'branded parts' : '',
      pages: HIRE_AND_REPAIRS,
      proof: 'Show the agreements with the bodyshops.',
      key: 'brandedParts',
    },
    {
      words: wording.experience,
      pages: REPAIRS,
      proof: 'Show the entry at Companies House.',
    },
    {
      words: `since ${wording.founded}`,
      pages: COMPANY,
      proof: 'Show the entry at Companies House.',
    },
    {
      words: 'no up-front cost',
      pages: `${FLEET}, /bodyshop-repairs`,
      proof: 'Show the hire agreement that says so.',
    },
    {
      words: 'fully comprehensively insured',
      pages: FLEET,
      proof: 'Show the policy of the fleet.',
    },
    {
      words: 'independent engineer',
      pages: REPAIRS,
      proof: 'Show that the engineers have no interest in the repair.',
    },
    {
      words: 'Mercedes-Benz',
      pages: '/replacement-vehicles',
      proof:
        'Show the permission for makers’ names and marks, or that the use is merely descriptive.',
    },
  ];
}
