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

/** What the pages of a company claim. test/http/claims.test.ts compares it with the pages. */
export function claimsOf(facts: Facts): MadeClaim[] {
  const { hours, weeks, grade, age, founded, experience, ...made } = wordingOf(facts);
  const claim = (words: string, pages: string, evidence: string, key?: keyof Claims) => ({
    words: words.replaceAll('\u00a0', ' '),
    pages,
    evidence: key ? `${evidence} Or set claims.${key} to null in the site file.` : evidence,
  });
  const all = [
    claim(
      made.dayAndNight ? '24-hour helpline' : '',
      'every page, with recovery 24/7 on /, /about and /bodyshop-repairs',
      'Show the rota of recovery and helpline: nights, Christmas, Easter.',
      'helpline24h',
    ),
    claim(
      hours && `about ${hours}`,
      `${FLEET}, /bodyshop-repairs`,
      'Show the delivery times of a year.',
      'replacementHours',
    ),
    claim(grade, FLEET, 'Show the fleet list with the grades.', 'vehicleGrade'),
    claim(age, FLEET, 'Show the fleet list with registration dates.', 'vehicleYears'),
    claim(weeks, COMPANY, 'Show how long the claims of a year took.', 'claimWeeks'),
    claim(
      made.noExcess ? 'no excess to pay' : '',
      HIRE_AND_REPAIRS,
      'Show the hire agreement that says so.',
      'noExcess',
    ),
    claim(
      made.brandedParts ? 'branded parts' : '',
      HIRE_AND_REPAIRS,
      'Show the agreements with the bodyshops.',
      'brandedParts',
    ),
    claim(experience, REPAIRS, 'Show the entry at Companies House.'),
    claim(`since ${founded}`, COMPANY, 'Show the entry at Companies House.'),
    claim(
      'no up-front cost',
      `${FLEET}, /bodyshop-repairs`,
      'Show the hire agreement that says so.',
    ),
    claim('fully comprehensively insured', FLEET, 'Show the policy of the fleet.'),
    claim(
      'independent engineer',
      REPAIRS,
      'Show that the engineers have no interest in the repair.',
    ),
    claim(
      'Mercedes-Benz',
      '/replacement-vehicles',
      'Show the permission for makers’ names and marks, or that the use is merely descriptive.',
    ),
  ];
  return all.filter(({ words }) => words !== '');
}
