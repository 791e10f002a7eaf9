import { type Company, spokenList } from './company.ts';
import { EXPERIENCE_YEARS, FOUNDED_YEAR } from './constants.ts';

/** What an advertisement may only say with evidence (docs/legal.md); `null` and `false` leave it out. */
export interface Claims {
  /** About so many until a replacement vehicle is delivered. */
  replacementHours: number | false | null;
  /** `2–4` or `3`, that a claim takes. */
  claimWeeks: string | false | null;
  vehicleGrade: string | false | null;
  /** Every replacement vehicle is younger. */
  vehicleYears: number | false | null;
  noExcess: boolean | null;
  brandedParts: boolean | null;
  /** Helpline and recovery, day and night. */
  helpline24h: boolean | null;
}

/** docs/specification.md, section 1. */
const SPECIFIED: Claims = {
  replacementHours: 10,
  claimWeeks: '2–4',
  vehicleGrade: 'A',
  vehicleYears: 3,
  noExcess: true,
  brandedParts: true,
  helpline24h: true,
};

/** What claims are made of, as the configuration and the site have it. */
export interface Facts {
  company: Company;
  /** Where they differ from the specification's. */
  claims?: Partial<Claims> | undefined;
  /** Of `yearsOfExperience`, where the company says when it was founded. */
  experience?: string | undefined;
}

/** The claims in words, with no-break spaces between numbers and units. A claim that is not made is ''. */
export type Wording = ReturnType<typeof wordingOf>;

export function wordingOf({ company, claims, experience: years = EXPERIENCE_YEARS }: Facts) {
  const made = { ...SPECIFIED, ...claims };
  const grade = made.vehicleGrade ? `grade ${made.vehicleGrade}` : '';
  const age = made.vehicleYears ? `under ${counted(made.vehicleYears, 'year')} old` : '';
  const dayAndNight = made.helpline24h === true;
  return {
    founded: company.founded ?? FOUNDED_YEAR,
    /** `10+`, of experience. */
    years,
    experience: years && `${years} year${years === '1' ? '' : 's'} of experience`,
    /** Until a replacement vehicle is delivered. */
    hours: made.replacementHours ? counted(made.replacementHours, 'hour') : '',
    /** That a claim takes. */
    weeks: made.claimWeeks ? counted(made.claimWeeks.replace('-', '–'), 'week') : '',
    grade,
    age,
    /** What every replacement vehicle is. */
    vehicle: spokenList([grade, age, 'fully comprehensively insured']),
    noExcess: made.noExcess === true,
    brandedParts: made.brandedParts === true,
    dayAndNight,
    helpline: dayAndNight ? '24-hour helpline' : 'helpline',
    helplineNote: dayAndNight ? '24-hour helpline, every day' : 'Our helpline',
  };
}

/** '10 hours', '1 week'. */
function counted(count: number | string, unit: string): string {
  return `${count}\u00a0${unit}${String(count) === '1' ? '' : 's'}`;
}

/** Begins a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Years from a company's foundation to today that are safe to print: from ten on in tens and from
 * five on as five, with a plus; fewer exactly; none in the first year.
 */
export function yearsOfExperience(founded: number, today: Date): string {
  const years = today.getFullYear() - founded;
  if (years >= 10) return `${Math.floor(years / 10) * 10}+`;
  if (years >= 5) return '5+';
  return years > 0 ? String(years) : '';
}
