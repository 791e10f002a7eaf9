import { type Facts, wordingOf } from '../../shared/site/claims.ts';

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
  const soon = hours && `about ${hours}`;
  const helpline = made.dayAndNight ? '24-hour helpline' : '';
  const noExcess = made.noExcess ? 'no excess to pay' : '';
  const brandedParts = made.brandedParts ? 'branded parts' : '';
  const table = `${helpline} | every page, with recovery 24/7 on /, /about and /bodyshop-repairs | Show the rota of recovery and helpline: nights, Christmas, Easter. | helpline24h
${soon} | ${FLEET}, /bodyshop-repairs | Show the delivery times of a year. | replacementHours
${grade} | ${FLEET} | Show the fleet list with the grades. | vehicleGrade
${age} | ${FLEET} | Show the fleet list with registration dates. | vehicleYears
${weeks} | ${COMPANY} | Show how long the claims of a year took. | claimWeeks
${noExcess} | ${HIRE_AND_REPAIRS} | Show the hire agreement that says so. | noExcess
${brandedParts} | ${HIRE_AND_REPAIRS} | Show the agreements with the bodyshops. | brandedParts
${experience} | ${REPAIRS} | Show the entry at Companies House.
since ${founded} | ${COMPANY} | Show the entry at Companies House.
no up-front cost | ${FLEET}, /bodyshop-repairs | Show the hire agreement that says so.
fully comprehensively insured | ${FLEET} | Show the policy of the fleet.
independent engineer | ${REPAIRS} | Show that the engineers have no interest in the repair.
Mercedes-Benz | /replacement-vehicles | Show the permission for makers’ names and marks, or that the use is merely descriptive.`;
  const claims = table.split('\n').map((row) => {
    const [words = '', pages = '', proof = '', key] = row.split(' | ');
    const evidence = key ? `${proof} Or set claims.${key} to null in the site file.` : proof;
    return { words: words.replaceAll('\u00a0', ' '), pages, evidence };
  });
  return claims.filter(({ words }) => words !== '');
}
