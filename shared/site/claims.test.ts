import { expect, test } from 'vitest';
import { type Claims, createWording, yearsOfExperience } from './claims.ts';
import type { Company } from './company.ts';
import { PLACEHOLDER_COMPANY, SPECIFIED_FACTS } from './placeholder-company.ts';

test.each([
  [2011, '10+'],
  [1998, '20+'],
  [2006, '20+'],
  [2016, '10+'],
  [2017, '5+'],
  [2021, '5+'],
  [2022, '4'],
  [2025, '1'],
  [2026, ''],
])('a company of %i may say in 2026 that it has %j years of experience', (founded, years) => {
  expect(yearsOfExperience(founded, new Date(2026, 10, 22))).toBe(years);
});

const FOUNDED: Company = { ...PLACEHOLDER_COMPANY, ...SPECIFIED_FACTS };

test('one hour, one year and one week are singular, and a hyphen becomes a dash', () => {
  const wording = (claims: Partial<Claims>) =>
    createWording({ company: FOUNDED, claims, experience: '1' });
  expect(wording({ replacementHours: 1, vehicleYears: 1, claimWeeks: '1' })).toMatchObject({
    hours: '1\u00a0hour',
    age: 'under 1\u00a0year old',
    weeks: '1\u00a0week',
    experience: '1 year of experience',
  });
  expect(wording({ claimWeeks: '6-8' }).weeks).toBe('6–8\u00a0weeks');
});

test('only the specified hours are said in words that other hours would contradict', () => {
  const sooner = (replacementHours: number) =>
    createWording({ company: FOUNDED, claims: { replacementHours } }).delivery;
  expect(sooner(10)).toBe(
    'in about 10\u00a0hours, and in some cases in 10\u00a0hours\u00a0or\u00a0less',
  );
  expect(sooner(24)).toBe('in about 24\u00a0hours, and in some cases sooner');
});

test('no engineer is independent where none is said to inspect', () => {
  const wording = createWording({ company: FOUNDED, claims: { engineerReport: false } });
  expect(wording).toMatchObject({ engineer: '', independentEngineer: false });
});
