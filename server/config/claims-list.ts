import {
  type Claims,
  counted,
  type Facts,
  type Wording,
  wordingOf,
} from '../../shared/site/claims.ts';

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
  words: (wording: Wording) => string;
  pages: string;
  proof: string;
}

/** What the pages of a company claim. test/http/claims.test.ts compares it with the pages. */
export function claimsOf(facts: Facts): MadeClaim[] {
  const wording = wordingOf(facts);
  const keys = Object.keys(POSSIBLE) as (keyof Claims)[];
  const made = keys.flatMap((key) => {
    const { words, pages, proof } = POSSIBLE[key];
    const said = wording[key] ? words(wording).replaceAll('\u00a0', ' ') : '';
    const evidence = `${proof} Or set claims.${key} to null in the site file.`;
    return said ? [{ words: said, pages, evidence }] : [];
  });
  const founded = {
    words: `since ${wording.founded}`,
    pages: COMPANY,
    evidence: 'Show the entry at Companies House, whose year company.founded is in the site file.',
  };
  return [...made, founded];
}

const POSSIBLE: Readonly<Record<keyof Claims, PossibleClaim>> = {
  helpline24h: {
    words: () => '24-hour helpline',
    pages: 'every page, with recovery 24/7 on /, /about and /bodyshop-repairs',
    proof: 'Show the rota of recovery and helpline: nights, Christmas, Easter.',
  },
  recovery: {
    words: () => 'recovery',
    pages: 'every page, with secure storage on /, /about and /bodyshop-repairs',
    proof: 'Show the agreements with recovery firms and yards, or your own.',
  },
  replacementHours: {
    words: ({ hours }) => `about ${hours}`,
    pages: `${FLEET}, /bodyshop-repairs`,
    proof: 'Show the delivery times of a year.',
  },
  replacementSooner: {
    words: ({ hours }) => hours && `in some cases in ${hours} or less`,
    pages: '/, /replacement-vehicles, /credit-hire',
    proof: 'Show such deliveries.',
  },
  vehicleGrade: {
    words: ({ grade }) => grade,
    pages: FLEET,
    proof: 'Show the fleet list with the grades.',
  },
  vehicleYears: {
    words: ({ age }) => age,
    pages: FLEET,
    proof: 'Show the fleet list with registration dates.',
  },
  insured: {
    words: ({ insured }) => insured,
    pages: FLEET,
    proof: 'Show the policy of the fleet.',
  },
  makes: {
    words: () => 'Mercedes-Benz',
    pages: '/replacement-vehicles',
    proof:
      'Show that the fleet has every make, and permission for names and marks, or that the use is merely descriptive.',
  },
  claimWeeks: {
    words: ({ weeks }) => weeks,
    pages: COMPANY,
    proof: 'Show how long the claims of a year took.',
  },
  noExcess: {
    words: () => 'no excess to pay',
    pages: HIRE_AND_REPAIRS,
    proof: 'Show the hire agreement that says so.',
  },
  noUpfrontCost: {
    words: () => 'no up-front cost',
    pages: `${FLEET}, /bodyshop-repairs`,
    proof: 'Show the hire agreement that says so.',
  },
  brandedParts: {
    words: () => 'branded parts',
    pages: HIRE_AND_REPAIRS,
    proof: 'Show the agreements with the bodyshops.',
  },
  approvedNetwork: {
    words: () => 'approved bodyshop',
    pages: HIRE_AND_REPAIRS,
    proof: 'Show who approves the bodyshops, and that their network is national.',
  },
  independentEngineer: {
    words: () => 'independent engineer',
    pages: REPAIRS,
    proof: 'Show that the engineers have no interest in the repair.',
  },
  legalSupport: {
    words: () => 'legal support',
    pages: `${COMPANY}, /credit-hire`,
    proof: 'Show who gives it, and that they may.',
  },
  experience: {
    words: ({ experience }) => experience,
    pages: REPAIRS,
    proof: 'Show the entry at Companies House.',
  },
  complaintHours: {
    words: ({ complaintHours }) => `within ${counted(complaintHours, 'hour')}`,
    pages: '/complaints, /privacy-policy',
    proof: 'Show how soon the complaints of a year were acknowledged.',
  },
  complaintDays: {
    words: ({ complaintDays }) => `within ${counted(complaintDays, 'day')}`,
    pages: '/complaints',
    proof: 'Show how long the complaints of a year took.',
  },
};
