import { expect, test } from 'vitest';
import { readMetadata } from '../../test/support/page-metadata.ts';
import type { Claims } from './claims.ts';
import type { Company } from './company.ts';
import { PLACEHOLDER_COMPANY, SPECIFIED_FACTS } from './placeholder-company.ts';

const FOUNDED: Company = { ...PLACEHOLDER_COMPANY, ...SPECIFIED_FACTS };

/** Claims that one page combines in its title, description and keywords. */
const TOGETHER: (keyof Claims)[][] = [
  ['recovery', 'recovery24h', 'helpline24h', 'replacementHours', 'noExcess'],
  ['delivered', 'vehicleGrade', 'replacementHours', 'taxis', 'vans'],
  ['approved', 'nationwide', 'brandedParts', 'independentEngineer'],
  ['vehicleGrade', 'vehicleYears', 'insured', 'replacementHours'],
  ['vehicleGrade', 'vans', 'minibuses', 'taxis'],
  ['brandedParts', 'approved', 'engineerReport', 'independentEngineer'],
  ['noUpfrontCost', 'experience', 'complaintHours', 'complaintDays'],
];

test.each([
  ['founded in a year', FOUNDED],
  ['that does not say when it was founded', PLACEHOLDER_COMPANY],
])(
  'a company %s has titles and descriptions that search results show whole',
  async (_, company) => {
    for (const names of TOGETHER)
      for (let made = 0; made < 2 ** names.length; made += 1) {
        const left = names.filter((_, bit) => (made >> bit) % 2 === 0);
        const claims = Object.fromEntries(left.map((name) => [name, null]));
        const facts = { company, claims };
        for (const { id, title, description, keywords } of await readMetadata(facts)) {
          expect(description.length, `${id} ${left}`).toBeGreaterThan(90);
          expect(description.length, `${id} ${left}`).toBeLessThanOrEqual(155);
          expect(description, `${id} ${left}`).not.toMatch(/^[a-z]| {2}| [,.]|[,.]{2}/);
          expect(title.length, `${id} ${left}`).toBeGreaterThan(8);
          expect(`${title} | ${PLACEHOLDER_COMPANY.name}`.length, `${id} ${left}`).toBeLessThan(61);
          expect(keywords, `${id} ${left}`).not.toMatch(/, ,|,$|undefined|null|false/);
        }
      }
  },
);
