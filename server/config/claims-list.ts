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
  /** What setup asks. */
  ask: string;
  words: (wording: Wording) => string;
  pages: string;
  proof: string;
}

/** What the pages of a company claim. test/http/claims.test.ts compares it with the pages. */
export function claimsOf(facts: Facts): MadeClaim[] {
  const wording = wordingOf(facts);
  const keys = Object.keys(CLAIMS) as (keyof Claims)[];
  const made = keys.flatMap((key) => {
    const { words, pages, proof } = CLAIMS[key];
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

/** In the order in which they are asked for and listed. */
export const CLAIMS: Readonly<Record<keyof Claims, PossibleClaim>> = {
  helpline24h: {
    ask: 'Are helpline and recovery there day and night, every day? yes or no.',
    words: () => '24-hour helpline',
    pages: 'every page, with recovery 24/7 on /, /about and /bodyshop-repairs',
    proof: 'Show the rota of recovery and helpline: nights, Christmas, Easter.',
  },
  recovery: {
    ask: 'Do you recover vehicles and store them securely? yes or no.',
    words: () => 'recovery',
    pages: 'every page, with secure storage on /, /about and /bodyshop-repairs',
    proof: 'Show the agreements with recovery firms and yards, or your own.',
  },
  replacementHours: {
    ask: 'Within about how many hours does a replacement vehicle come?',
    words: ({ hours }) => `about ${hours}`,
    pages: `${FLEET}, /bodyshop-repairs`,
    proof: 'Show the delivery times of a year.',
  },
  replacementSooner: {
    ask: 'Does it come sooner in some cases? yes or no.',
    words: ({ hours }) => hours && `in some cases in ${hours} or less`,
    pages: '/, /replacement-vehicles, /credit-hire',
    proof: 'Show such deliveries.',
  },
  vehicleGrade: {
    ask: 'Of which grade are your vehicles? Such as A.',
    words: ({ grade }) => grade,
    pages: FLEET,
    proof: 'Show the fleet list with the grades.',
  },
  vehicleYears: {
    ask: 'Under how many years old are they all?',
    words: ({ age }) => age,
    pages: FLEET,
    proof: 'Show the fleet list with registration dates.',
  },
  insured: {
    ask: 'Are they all fully comprehensively insured? yes or no.',
    words: ({ insured }) => insured,
    pages: FLEET,
    proof: 'Show the policy of the fleet.',
  },
  makes: {
    ask: 'Does your fleet have Ford, BMW, Hyundai, Mercedes-Benz, Tesla and Volkswagen? yes or no.',
    words: () => 'Mercedes-Benz',
    pages: '/replacement-vehicles',
    proof:
      'Show that the fleet has every make, and permission for names and marks, or that the use is merely descriptive.',
  },
  claimWeeks: {
    ask: 'How many weeks does a claim take? Such as 2-4.',
    words: ({ weeks }) => weeks,
    pages: COMPANY,
    proof: 'Show how long the claims of a year took.',
  },
  noExcess: {
    ask: 'Does a customer pay no excess? yes or no.',
    words: () => 'no excess to pay',
    pages: HIRE_AND_REPAIRS,
    proof: 'Show the hire agreement that says so.',
  },
  noUpfrontCost: {
    ask: 'Does credit hire cost nothing up front? yes or no.',
    words: () => 'no up-front cost',
    pages: `${FLEET}, /bodyshop-repairs`,
    proof: 'Show the hire agreement that says so.',
  },
  brandedParts: {
    ask: 'Are repairs made with branded parts? yes or no.',
    words: () => 'branded parts',
    pages: HIRE_AND_REPAIRS,
    proof: 'Show the agreements with the bodyshops.',
  },
  approvedNetwork: {
    ask: 'Are your bodyshops approved, and a national network? yes or no.',
    words: () => 'approved bodyshop',
    pages: HIRE_AND_REPAIRS,
    proof: 'Show who approves the bodyshops, and that their network is national.',
  },
  independentEngineer: {
    ask: 'Are the engineers independent? yes or no.',
    words: () => 'independent engineer',
    pages: REPAIRS,
    proof: 'Show that the engineers have no interest in the repair.',
  },
  legalSupport: {
    ask: 'Do you give legal support? yes or no.',
    words: () => 'legal support',
    pages: `${COMPANY}, /credit-hire`,
    proof: 'Show who gives it, and that they may.',
  },
  experience: {
    ask: 'May pages say how many years of experience you have, from the year of foundation? yes or no.',
    words: ({ experience }) => experience,
    pages: REPAIRS,
    proof: 'Show the entry at Companies House.',
  },
  complaintHours: {
    ask: 'Within how many hours do you say who handles a complaint?',
    words: ({ complaintHours }) => `within ${counted(complaintHours, 'hour')}`,
    pages: '/complaints, /privacy-policy',
    proof: 'Show how soon the complaints of a year were acknowledged.',
  },
  complaintDays: {
    ask: 'Within how many days do you aim to resolve a complaint?',
    words: ({ complaintDays }) => `within ${counted(complaintDays, 'day')}`,
    pages: '/complaints',
    proof: 'Show how long the complaints of a year took.',
  },
};
