import * as z from 'zod';
import { lineUpTo } from '../schemas.ts';
import {
  type ClaimDefinitions,
  claim,
  countClaim,
  PAGES,
  textClaim,
  yesOrNo,
} from './claim-definition.ts';

/** Claims about replacement vehicles and their hire. */
export const VEHICLE_CLAIMS = {
  delivered: {
    value: yesOrNo,
    ask: 'Do you bring the replacement vehicle to the customer?',
    words: () => 'deliver',
    pages: ({ hours }) =>
      hours
        ? `${PAGES.fleetWithoutHire}, and in other words on /credit-hire`
        : PAGES.fleetWithoutHire,
    proof: 'Evidence: records of deliveries over a year, and the places that you deliver to.',
  },
  replacementHours: {
    value: countClaim('hours'),
    ask: 'In about how many hours does a customer have a replacement vehicle?',
    words: ({ hours }) => `about ${hours}`,
    pages: `${PAGES.fleet}, /bodyshop-repairs`,
    proof: 'Evidence: times from the first call to the handover over a year.',
  },
  replacementSooner: {
    value: yesOrNo,
    ask: 'Is it sometimes sooner?',
    words: ({ sooner }) => sooner,
    pages: '/, /replacement-vehicles, /credit-hire',
    proof: 'Evidence: records of those handovers.',
  },
  vehicleGrade: {
    value: textClaim(/^[A-Za-z0-9+]{1,3}$/, 'a grade such as "A"'),
    ask: 'What grade are your vehicles? For example A.',
    words: ({ grade }) => grade,
    pages: PAGES.fleet,
    proof: 'Evidence: your fleet list with grades, and what the grade means.',
  },
  vehicleYears: {
    value: countClaim('years'),
    ask: 'All your vehicles are under how many years old? For example 3.',
    words: ({ age }) => age,
    pages: PAGES.fleet,
    proof: 'Evidence: your fleet list with registration dates.',
  },
  insured: {
    value: yesOrNo,
    ask: 'Are all your vehicles fully comprehensively insured?',
    words: ({ insured }) => insured,
    pages: PAGES.fleet,
    proof: 'Evidence: your fleet insurance policy.',
  },
  makes: {
    value: claim(
      z.union([z.literal(true), z.array(lineUpTo(40)).min(1).max(20)]),
      'must be true for Ford, BMW, Hyundai, Mercedes-Benz, Tesla and Volkswagen, a list of makes, or null',
    ),
    ask: 'Does your fleet include Ford, BMW, Hyundai, Mercedes-Benz, Tesla and Volkswagen? Otherwise list the makes that it includes: [Ford, BMW].',
    words: ({ makes }) => (makes === true ? 'Mercedes-Benz' : (makes || []).join(', ')),
    pages: '/replacement-vehicles',
    proof:
      'Evidence: a fleet list with every make, and permission to use the names and logos, or advice that your use only describes your fleet.',
  },
  vehicleTypes: {
    value: claim(
      z.union([z.literal(true), z.array(lineUpTo(40)).min(1).max(8)]),
      'must be true for hatchbacks and SUVs, a list of types, or null',
    ),
    ask: 'Are your replacement cars hatchbacks and SUVs? Otherwise list their types: [estates, SUVs].',
    words: ({ carTypes: [first = ''] }) => first,
    pages: '/replacement-vehicles',
    proof: 'Evidence: your fleet list with the types.',
  },
  vans: {
    value: yesOrNo,
    ask: 'Can you supply vans and other commercial vehicles?',
    words: () => 'commercial vehicles',
    pages: '/replacement-vehicles',
    proof: 'Evidence: your fleet list, or your agreements with hire companies.',
  },
  minibuses: {
    value: yesOrNo,
    ask: 'Can you supply minibuses?',
    words: () => 'minibuses',
    pages: '/replacement-vehicles',
    proof: 'Evidence: your fleet list, or your agreements with hire companies.',
  },
  taxis: {
    value: yesOrNo,
    ask: 'Can you supply licensed replacements for taxi and private-hire drivers?',
    words: () => 'taxi and private-hire drivers',
    pages: '/replacement-vehicles',
    proof: 'Evidence: the plates of your taxis and private-hire vehicles, by licensing authority.',
  },
  noExcess: {
    value: yesOrNo,
    ask: 'Is it true that customers have no excess to pay?',
    words: () => 'no excess to pay',
    pages: PAGES.hireAndRepairs,
    proof: 'Evidence: the hire agreement that says so.',
  },
  noUpfrontCost: {
    value: yesOrNo,
    ask: 'Can customers hire on credit with no up-front cost?',
    words: () => 'no up-front cost',
    pages: `${PAGES.fleet}, /bodyshop-repairs`,
    proof: 'Evidence: the hire agreement that says so.',
  },
  explainsAgreement: {
    value: yesOrNo,
    ask: 'Do you go through the hire agreement with each customer on the phone?',
    words: () => 'go through the agreement with you',
    pages: '/credit-hire',
    proof: 'Evidence: the instructions for your staff, and recordings of such calls.',
  },
} satisfies Partial<ClaimDefinitions>;
