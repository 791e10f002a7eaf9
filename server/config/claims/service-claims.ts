import { withUnit } from '../../../shared/site/claims.ts';
import {
  type ClaimDefinitions,
  countClaim,
  PAGES,
  textClaim,
  yesOrNo,
} from './claim-definition.ts';

/** Claims about the company and how it treats people. */
export const SERVICE_CLAIMS = {
  independent: {
    value: yesOrNo,
    ask: 'Are you independent, with no insurer that owns or controls your company?',
    words: () => 'independent accident management',
    pages: PAGES.every,
    proof:
      'Evidence: your register of people with significant control, and your agreements with insurers.',
  },
  oneHandler: {
    value: yesOrNo,
    ask: 'Does one person handle each claim from the first call to the last, on one phone number?',
    words: () => 'one handler, one number',
    pages: '/, /contact',
    proof: 'Evidence: how claims are given to handlers, and who covers for them.',
  },
  helpline24h: {
    value: yesOrNo,
    ask: 'Is your helpline answered 24 hours a day, every day?',
    words: () => '24-hour helpline',
    pages: PAGES.every,
    proof: 'Evidence: rotas for the helpline, including nights, Christmas and Easter.',
  },
  handlesClaim: {
    value: yesOrNo,
    ask: 'Do you deal with the whole claim, from the first call to the repair and the insurers?',
    words: () => 'take it from there',
    pages: `${PAGES.company}, /accident, and in other words on /bodyshop-repairs`,
    proof: 'Evidence: claims that you dealt with from the first call to the last payment.',
  },
  claimWeeks: {
    value: textClaim(/^\d{1,2}([-–]\d{1,2})?$/, 'weeks such as "2–4" or "3"'),
    ask: 'How many weeks does a claim take? For example 2-4.',
    words: ({ weeks }) => weeks,
    pages: PAGES.repairs,
    proof: 'Evidence: how long claims took over a year.',
  },
  costsRecovered: {
    value: yesOrNo,
    ask: 'Does the at-fault driver’s insurer usually pay the costs that you claim?',
    words: () => 'we recover the costs',
    pages: '/, /replacement-vehicles, /credit-hire, /bodyshop-repairs',
    proof: 'Evidence: how much of what you claimed in a year was paid, and by whom.',
  },
  legalSupport: {
    value: yesOrNo,
    ask: 'Do you provide legal support?',
    words: () => 'legal support',
    pages: `${PAGES.company}, /credit-hire`,
    proof: 'Evidence: who provides it, and that they are authorised to.',
  },
  experience: {
    value: yesOrNo,
    ask: 'Should pages say how many years of experience you have, counted from the year you were founded?',
    words: ({ experience }) => experience,
    pages: PAGES.repairs,
    proof: 'Evidence: your entry at Companies House.',
  },
  complaintHours: {
    value: countClaim('hours'),
    ask: 'Within how many hours do you tell people who is handling their complaint?',
    words: ({ complaintHours }) => `within ${withUnit(complaintHours, 'hour')}`,
    pages: '/complaints, /privacy-policy',
    proof: 'Evidence: how quickly complaints were acknowledged over a year.',
  },
  complaintDays: {
    value: countClaim('days'),
    ask: 'Within how many days do you aim to resolve a complaint?',
    words: ({ complaintDays }) => `within ${withUnit(complaintDays, 'day')}`,
    pages: '/complaints',
    proof: 'Evidence: how long complaints took over a year.',
  },
  complaintCopy: {
    value: yesOrNo,
    ask: 'Do you send a copy of your internal complaints procedure to whoever asks?',
    words: () => 'a copy of our internal complaints procedure',
    pages: '/complaints',
    proof: 'Evidence: the procedure in writing, and who sends it.',
  },
  dataNotSold: {
    value: yesOrNo,
    ask: 'Is it true that no one pays you for the details of people who contact you, referral fees included?',
    words: () => 'we do not sell them',
    pages: '/privacy-policy',
    proof:
      'Evidence: your agreements with insurers, brokers, solicitors and hire companies, which name no fee for a referral.',
  },
} satisfies Partial<ClaimDefinitions>;
