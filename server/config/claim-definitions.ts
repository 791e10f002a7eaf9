import {
  type Claims,
  createWording,
  type Wording,
  type WordingInput,
  withUnit,
} from '../../shared/site/claims.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';

const COMPANY = '/, /about';
const FLEET = `${COMPANY}, /replacement-vehicles, /credit-hire`;
const EVERY_PAGE = 'every page';
const REPAIRS = `${COMPANY}, /bodyshop-repairs`;
const FLEET_WITHOUT_HIRE = `${COMPANY}, /replacement-vehicles, /bodyshop-repairs`;
const STRANDED = `${COMPANY}, /accident, /bodyshop-repairs`;
const HIRE_AND_REPAIRS = `${COMPANY}, /credit-hire, /bodyshop-repairs`;

/** A statement of the site that needs proof. */
export interface PublishedClaim {
  /** The text on the pages, except for capitals. */
  words: string;
  /** Paths of the pages that make it. */
  pages: string;
  evidence: string;
}

/** Words as they stand, or as other claims make them. */
type ClaimText = string | ((wording: Wording) => string);

const resolve = (text: ClaimText, wording: Wording) =>
  typeof text === 'string' ? text : text(wording);

interface ClaimDefinition {
  /** The question of setup. */
  ask: string;
  words: (wording: Wording) => string;
  pages: ClaimText;
  proof: ClaimText;
}

/**
 * Returns the claims that the pages make. test/http/claims.test.ts compares them with the pages.
 */
export function publishedClaims(facts: WordingInput): PublishedClaim[] {
  const wording = createWording(facts);
  const keys = Object.keys(CLAIM_DEFINITIONS) as (keyof Claims)[];
  const made = keys.flatMap((key) => {
    const { words, pages, proof } = CLAIM_DEFINITIONS[key];
    const text = wording[key] ? words(wording).replaceAll('\u00a0', ' ') : '';
    const evidence = `${resolve(proof, wording)} If you have none, set claims.${key} to null in the site file.`;
    return text ? [{ words: text, pages: resolve(pages, wording), evidence }] : [];
  });
  if (!wording.founded) return made;
  const founded = {
    words: `since ${wording.founded}`,
    pages: COMPANY,
    evidence:
      'Evidence: your entry at Companies House. It must match company.founded in the site file.',
  };
  return [...made, founded];
}

/** Every claim, in the order in which setup asks for it. */
export const CLAIM_DEFINITIONS: Readonly<Record<keyof Claims, ClaimDefinition>> = {
  independent: {
    ask: 'Are you independent, with no insurer that owns or controls your company?',
    words: () => 'independent accident management',
    pages: EVERY_PAGE,
    proof:
      'Evidence: your register of people with significant control, and your agreements with insurers.',
  },
  oneHandler: {
    ask: 'Does one person handle each claim from the first call to the last, on one phone number?',
    words: () => 'one handler, one number',
    pages: '/, /contact',
    proof: 'Evidence: how claims are given to handlers, and who covers for them.',
  },
  helpline24h: {
    ask: 'Is your helpline answered 24 hours a day, every day?',
    words: () => '24-hour helpline',
    pages: EVERY_PAGE,
    proof: 'Evidence: rotas for the helpline, including nights, Christmas and Easter.',
  },
  recovery: {
    ask: 'Do you recover vehicles?',
    words: () => 'recovery',
    pages: EVERY_PAGE,
    proof: 'Evidence: your agreements with recovery firms, or proof of your own trucks.',
  },
  recovery24h: {
    ask: 'Do you recover vehicles 24 hours a day, every day?',
    words: ({ recoversDayAndNight }) => (recoversDayAndNight ? '24/7 recovery' : ''),
    pages: '/, /bodyshop-repairs, and in other words on /about and /accident',
    proof: 'Evidence: rotas for recovery, including nights, Christmas and Easter.',
  },
  storage: {
    ask: 'Do you store vehicles securely?',
    words: () => 'secure storage',
    pages: STRANDED,
    proof: 'Evidence: your agreements with storage yards, or proof of your own.',
  },
  handlesClaim: {
    ask: 'Do you deal with the whole claim, from the first call to the repair and the insurers?',
    words: () => 'take it from there',
    pages: `${COMPANY}, /accident, and in other words on /bodyshop-repairs`,
    proof: 'Evidence: claims that you dealt with from the first call to the last payment.',
  },
  costsRecovered: {
    ask: 'Does the at-fault driver’s insurer usually pay the costs that you claim?',
    words: () => 'we recover the costs',
    pages: '/, /replacement-vehicles, /credit-hire, /bodyshop-repairs',
    proof: 'Evidence: how much of what you claimed in a year was paid, and by whom.',
  },
  delivered: {
    ask: 'Do you bring the replacement vehicle to the customer?',
    words: () => 'deliver',
    pages: ({ hours }) =>
      hours ? `${FLEET_WITHOUT_HIRE}, and in other words on /credit-hire` : FLEET_WITHOUT_HIRE,
    proof: 'Evidence: records of deliveries over a year, and the places that you deliver to.',
  },
  replacementHours: {
    ask: 'In about how many hours does a customer have a replacement vehicle?',
    words: ({ hours }) => `about ${hours}`,
    pages: `${FLEET}, /bodyshop-repairs`,
    proof: 'Evidence: times from the first call to the handover over a year.',
  },
  replacementSooner: {
    ask: 'Is it sometimes sooner?',
    words: ({ sooner }) => sooner,
    pages: '/, /replacement-vehicles, /credit-hire',
    proof: 'Evidence: records of those handovers.',
  },
  vehicleGrade: {
    ask: 'What grade are your vehicles? For example A.',
    words: ({ grade }) => grade,
    pages: FLEET,
    proof: 'Evidence: your fleet list with grades, and what the grade means.',
  },
  vehicleYears: {
    ask: 'All your vehicles are under how many years old? For example 3.',
    words: ({ age }) => age,
    pages: FLEET,
    proof: 'Evidence: your fleet list with registration dates.',
  },
  insured: {
    ask: 'Are all your vehicles fully comprehensively insured?',
    words: ({ insured }) => insured,
    pages: FLEET,
    proof: 'Evidence: your fleet insurance policy.',
  },
  makes: {
    ask: 'Does your fleet include Ford, BMW, Hyundai, Mercedes-Benz, Tesla and Volkswagen? Otherwise list the makes that it includes: [Ford, BMW].',
    words: ({ makes }) => (makes === true ? 'Mercedes-Benz' : (makes || []).join(', ')),
    pages: '/replacement-vehicles',
    proof:
      'Evidence: a fleet list with every make, and permission to use the names and logos, or advice that your use only describes your fleet.',
  },
  vehicleTypes: {
    ask: 'Are your replacement cars hatchbacks and SUVs? Otherwise list their types: [estates, SUVs].',
    words: ({ carTypes: [first = ''] }) => first,
    pages: '/replacement-vehicles',
    proof: 'Evidence: your fleet list with the types.',
  },
  vans: {
    ask: 'Can you supply vans and other commercial vehicles?',
    words: () => 'commercial vehicles',
    pages: '/replacement-vehicles',
    proof: 'Evidence: your fleet list, or your agreements with hire companies.',
  },
  motorcycles: {
    ask: 'Do you look after riders of motorcycles?',
    words: () => 'motorcycles',
    pages: REPAIRS,
    proof: 'Evidence: claims of riders that you dealt with, and who repairs motorcycles for you.',
  },
  minibuses: {
    ask: 'Can you supply minibuses?',
    words: () => 'minibuses',
    pages: '/replacement-vehicles',
    proof: 'Evidence: your fleet list, or your agreements with hire companies.',
  },
  taxis: {
    ask: 'Can you supply licensed replacements for taxi and private-hire drivers?',
    words: () => 'taxi and private-hire drivers',
    pages: '/replacement-vehicles',
    proof: 'Evidence: the plates of your taxis and private-hire vehicles, by licensing authority.',
  },
  claimWeeks: {
    ask: 'How many weeks does a claim take? For example 2-4.',
    words: ({ weeks }) => weeks,
    pages: REPAIRS,
    proof: 'Evidence: how long claims took over a year.',
  },
  noExcess: {
    ask: 'Is it true that customers have no excess to pay?',
    words: () => 'no excess to pay',
    pages: HIRE_AND_REPAIRS,
    proof: 'Evidence: the hire agreement that says so.',
  },
  noUpfrontCost: {
    ask: 'Can customers hire on credit with no up-front cost?',
    words: () => 'no up-front cost',
    pages: `${FLEET}, /bodyshop-repairs`,
    proof: 'Evidence: the hire agreement that says so.',
  },
  brandedParts: {
    ask: 'Are repairs carried out with branded parts?',
    words: () => 'branded parts',
    pages: HIRE_AND_REPAIRS,
    proof: 'Evidence: your agreements with the bodyshops.',
  },
  explainsAgreement: {
    ask: 'Do you go through the hire agreement with each customer on the phone?',
    words: () => 'go through the agreement with you',
    pages: '/credit-hire',
    proof: 'Evidence: the instructions for your staff, and recordings of such calls.',
  },
  approved: {
    ask: 'Are your bodyshops approved?',
    words: () => 'approved bodyshop',
    pages: HIRE_AND_REPAIRS,
    proof: 'Evidence: who approves the bodyshops, and by which standard.',
  },
  nationwide: {
    ask: 'Do your bodyshops cover the whole country?',
    words: () => 'national network',
    pages: '/, /bodyshop-repairs',
    proof: 'Evidence: a list of bodyshops that shows national coverage.',
  },
  chooseRepairer: {
    ask: 'May a customer have the vehicle repaired by a repairer of their choice?',
    words: () => 'a repairer of your choice',
    pages: '/bodyshop-repairs',
    proof: 'Evidence: repairs of the last year at repairers that customers chose.',
  },
  engineerReport: {
    ask: 'Does an engineer inspect each damaged vehicle and report to the insurers?',
    words: () => 'reports to the insurers',
    pages: REPAIRS,
    proof: 'Evidence: your agreements with the engineers, and reports of the last year.',
  },
  independentEngineer: {
    ask: 'Are your engineers independent?',
    words: () => 'independent engineer',
    pages: ({ storage }) => (storage ? STRANDED : REPAIRS),
    proof: 'Evidence: that the engineers have no financial interest in the repair.',
  },
  legalSupport: {
    ask: 'Do you provide legal support?',
    words: () => 'legal support',
    pages: `${COMPANY}, /credit-hire`,
    proof: 'Evidence: who provides it, and that they are authorised to.',
  },
  experience: {
    ask: 'Should pages say how many years of experience you have, counted from the year you were founded?',
    words: ({ experience }) => experience,
    pages: REPAIRS,
    proof: 'Evidence: your entry at Companies House.',
  },
  complaintHours: {
    ask: 'Within how many hours do you tell people who is handling their complaint?',
    words: ({ complaintHours }) => `within ${withUnit(complaintHours, 'hour')}`,
    pages: '/complaints, /privacy-policy',
    proof: 'Evidence: how quickly complaints were acknowledged over a year.',
  },
  complaintDays: {
    ask: 'Within how many days do you aim to resolve a complaint?',
    words: ({ complaintDays }) => `within ${withUnit(complaintDays, 'day')}`,
    pages: '/complaints',
    proof: 'Evidence: how long complaints took over a year.',
  },
  complaintCopy: {
    ask: 'Do you send a copy of your internal complaints procedure to whoever asks?',
    words: () => 'a copy of our internal complaints procedure',
    pages: '/complaints',
    proof: 'Evidence: the procedure in writing, and who sends it.',
  },
  dataNotSold: {
    ask: 'Is it true that no one pays you for the details of people who contact you, referral fees included?',
    words: () => 'we do not sell them',
    pages: '/privacy-policy',
    proof:
      'Evidence: your agreements with insurers, brokers, solicitors and hire companies, which name no fee for a referral.',
  },
};

const WITH_ALL_CLAIMS = createWording({ company: PLACEHOLDER_COMPANY });

/** Returns the evidence for a claim of a company that makes the others too. */
export const evidenceOf = (claim: keyof Claims) =>
  resolve(CLAIM_DEFINITIONS[claim].proof, WITH_ALL_CLAIMS);
