import { type Company, joinWithAnd } from './company.ts';
import { EXPERIENCE_YEARS } from './constants.ts';
import { spokenHours } from './opening-hours.ts';

/**
 * Claims that an advertisement may make only with evidence (docs/legal.md): those of a site that
 * knows no company, as docs/specification.md has them in sections 1 and 2. Each is a key of
 * `claims` in the site file. A company's own site makes those that its file makes, and no other.
 */
export const DEFAULT_CLAIMS = {
  /** No insurer owns or controls the company. Never said unless the owner says so. */
  independent: false,
  /** The same person deals with the claim from the first call to the last. Said like `independent`. */
  oneHandler: false,
  /** The company deals with the whole claim: recovery, replacement, repair and insurers. */
  handlesClaim: true,
  /** The at-fault driver's insurer usually pays. Without it, pages say that the costs are claimed. */
  costsRecovered: true,
  /** A replacement vehicle is brought to the visitor. */
  delivered: true,
  /** The usual hours until a visitor has a replacement vehicle. */
  replacementHours: 10,
  /** Some visitors have it in these hours or less. */
  replacementSooner: true,
  /** Weeks that a claim takes, as `2–4` or `3`. */
  claimWeeks: '2–4',
  vehicleGrade: 'A',
  /** The age that no replacement vehicle has reached, in years. */
  vehicleYears: 3,
  /** Every replacement vehicle is fully comprehensively insured. */
  insured: true,
  /** The fleet has vehicles of the specification's six makes, or of those that are named. */
  makes: true as boolean | string[],
  /** Replacement cars are hatchbacks and SUVs, or of the types that are named. */
  vehicleTypes: true as boolean | string[],
  /** Replacements for vans, motorcycles and minibuses, besides cars. */
  vans: true,
  motorcycles: true,
  minibuses: true,
  /** Replacements for taxis and private-hire vehicles. */
  taxis: true,
  noExcess: true,
  noUpfrontCost: true,
  /** Someone goes through the hire agreement with the visitor on the phone. */
  explainsAgreement: true,
  brandedParts: true,
  /** The bodyshops are approved. */
  approved: true,
  /** The bodyshops cover the whole country. */
  nationwide: true,
  /** A visitor may have the vehicle repaired by a repairer of their choice. */
  chooseRepairer: true,
  /** An engineer inspects the vehicle and reports to the insurers. */
  engineerReport: true,
  /** The engineer is independent. It is not said without `engineerReport`. */
  independentEngineer: true,
  /** The company recovers vehicles. */
  recovery: true,
  /** Vehicles are recovered by day and night. It is not said without `recovery`. */
  recovery24h: true,
  /** The company stores vehicles securely. */
  storage: true,
  legalSupport: true,
  /** The helpline answers by day and night. */
  helpline24h: true,
  /** The company has years of experience, counted from its foundation. */
  experience: true,
  /** Hours until somebody with a complaint knows who handles it. */
  complaintHours: 48,
  /** Days within which complaints are to be resolved. */
  complaintDays: 28,
  /** Anyone who asks gets a copy of the internal complaints procedure. */
  complaintCopy: true,
  /** Nobody pays for a visitor's details. */
  dataNotSold: true,
};

/** Values of the claims; `null` and `false` leave a claim out. */
export type Claims = {
  [claim in keyof typeof DEFAULT_CLAIMS]: (typeof DEFAULT_CLAIMS)[claim] | false | null;
};

/**
 * Returns the claims that differ from the specification's: the others need not be in every page.
 */
export function changedClaims(claims: Partial<Claims>): Partial<Claims> {
  const specified: Partial<Record<string, unknown>> = DEFAULT_CLAIMS;
  const own = Object.entries(claims).filter(
    ([claim, value]) => (specified[claim] || false) !== (value || false),
  );
  return Object.fromEntries(own);
}

/** The facts that claims are made of, as the configuration and the site have them. */
export interface WordingInput {
  company: Company;
  /** The claims that differ from the specification's. */
  claims?: Partial<Claims> | undefined;
  /** The result of `yearsOfExperience`; the specification's where it is not set. */
  experience?: string | undefined;
}

/** The claims, and in words, with no-break spaces between numbers and units. A claim that is not made is ''. */
export type Wording = ReturnType<typeof createWording>;

export function createWording({ company, claims, experience = EXPERIENCE_YEARS }: WordingInput) {
  const made: Claims = { ...DEFAULT_CLAIMS, ...claims };
  const founded = company.founded ?? '';
  const years = made.experience && founded ? experience : '';
  const hours = withUnit(made.replacementHours, 'hour');
  const sooner = hours && made.replacementSooner ? soonerThan(made.replacementHours, hours) : '';
  const grade = made.vehicleGrade ? `grade ${made.vehicleGrade}` : '';
  const age = made.vehicleYears ? `under ${withUnit(made.vehicleYears, 'year')} old` : '';
  const insured = made.insured ? 'fully comprehensively insured' : '';
  const inspector = made.independentEngineer ? 'an independent engineer' : 'an engineer';
  const engineer = made.engineerReport ? inspector : '';
  const weeks = made.claimWeeks ? made.claimWeeks.replace('-', '–') : '';
  return {
    ...made,
    /** The year of the foundation, or '' when the owner's site file gives none. */
    founded,
    /** The company in a phrase. */
    firm: made.independent
      ? 'an independent accident management company'
      : 'an accident management company',
    /** Years of experience, such as `10+`. */
    years,
    experience: years && `${years} year${years === '1' ? '' : 's'} of experience`,
    /** Time until a visitor has a replacement vehicle, such as `10 hours`; '' when not claimed. */
    hours,
    /** The same as words after a verb. */
    delivery: hours && `in about ${hours}${sooner ? `, and ${sooner}` : ''}`,
    /** The way and the time in which a replacement arrives, after a comma; '' when neither is claimed. */
    arrival: arrivalText(made.delivered, hours),
    /** The vehicles that the company's customers drive. */
    vehicles: joinWithAnd([
      'cars',
      made.vans ? 'vans' : '',
      made.motorcycles ? 'motorcycles' : '',
      ...(made.taxis ? ['taxis', 'private-hire vehicles'] : []),
    ]),
    /** The kinds of replacement vehicles. */
    fleet: joinWithAnd([
      'cars',
      made.vans ? 'vans' : '',
      made.minibuses ? 'minibuses' : '',
      made.taxis ? 'taxis' : '',
    ]),
    sooner,
    /** Weeks that a claim takes; '' when not claimed. */
    weeks: withUnit(weeks, 'week'),
    grade,
    age,
    insured,
    /** Types of replacement cars. */
    carTypes: made.vehicleTypes === true ? SPECIFIED_CAR_TYPES : made.vehicleTypes || [],
    /** Qualities of every replacement vehicle. */
    vehicle: joinWithAnd([grade, age, insured]),
    /** The repairer, in singular and plural. */
    bodyshop: made.approved ? 'an approved bodyshop' : 'a bodyshop',
    bodyshops: bodyshopsText(made.approved, made.nationwide),
    /** The beginning of sentences about the costs. */
    costs: `We ${made.costsRecovered ? 'recover' : 'claim'} the costs from the at-fault driver’s insurer`,
    /** The inspector of the vehicle, who reports to the insurers; '' when not claimed. */
    engineer,
    independentEngineer: engineer !== '' && made.independentEngineer,
    /** True when the telephone is answered at any hour. */
    dayAndNight: made.helpline24h === true,
    /** True when vehicles are recovered at any hour. */
    recoversDayAndNight: made.recovery === true && made.recovery24h === true,
    /** The services before a repair, in small letters; '' when none is claimed. */
    recoveryAndStorage: joinWithAnd([
      made.recovery ? 'recovery' : '',
      made.storage ? 'secure storage' : '',
    ]),
    helpline: made.helpline24h ? '24-hour helpline' : 'helpline',
    /** Words beside a phone number: the helpline it is, or its hours. */
    helplineNote: made.helpline24h
      ? '24-hour helpline, every day'
      : (company.lineHours ?? []).map(spokenHours).join('; ') || 'Our helpline',
  };
}

/** The types of the specification's replacement cars. */
const SPECIFIED_CAR_TYPES = ['Hatchbacks', 'SUVs'];

function arrivalText(isDelivered: boolean | null, hours: string): string {
  const time = hours && `in about ${hours}`;
  return isDelivered ? `delivered ${time || 'to you'}` : time;
}

function bodyshopsText(isApproved: boolean | null, isNationwide: boolean | null): string {
  const bodyshops = isApproved ? 'approved bodyshops' : 'bodyshops';
  if (isNationwide) return `a national network of ${bodyshops}`;
  return isApproved ? bodyshops : 'bodyshops that we work with';
}

/**
 * Uses the specification's words only with the specification's hours: others would contradict
 * themselves.
 */
const soonerThan = (claimed: Claims['replacementHours'], hours: string) =>
  claimed === DEFAULT_CLAIMS.replacementHours
    ? `in some cases in ${hours}\u00a0or\u00a0less`
    : 'in some cases sooner';

/** Returns a number with its unit, '10 hours' or '1 week'; '' when not claimed. */
export function withUnit(count: number | string | false | null, unit: string): string {
  if (!count) return '';
  return `${count}\u00a0${unit}${String(count) === '1' ? '' : 's'}`;
}

/** Returns the words with a capital, for the beginning of a sentence. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns years from a company's foundation to today that are safe to print: from ten on in tens
 * and from five on as five, with a plus; fewer exactly; none in the first year.
 */
export function yearsOfExperience(founded: number, today: Date): string {
  const years = today.getFullYear() - founded;
  if (years >= 10) return `${Math.floor(years / 10) * 10}+`;
  if (years >= 5) return '5+';
  return years > 0 ? String(years) : '';
}
