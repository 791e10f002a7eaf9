import { type Claims, SPECIFIED } from '../../shared/site/claims.ts';
import { type Company, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import type { LegalDates } from '../../shared/site/site-context.ts';
import type { Brand } from './brand.ts';
import { CLAIMS } from './claims-list.ts';
import type { Name } from './variables.ts';

const HOUSE = 'Companies House shows it: "Find and update company information" on GOV.UK.';

export interface Question {
  /** The part of the site file, or the environment, and the name there. */
  place:
    | ['company', keyof Company]
    | ['claims', keyof Claims]
    | ['brand', keyof Brand]
    | ['legal', keyof LegalDates]
    | ['env', Name];
  /** Of the answer, as `typeof` has it, where it is no text. */
  kind?: string;
  /** Of opening times: those that it asks about. */
  days?: OpeningHours['days'];
  ask: string;
  /** Why it is needed, or where it is found. */
  why: string;
}

const OFFICE: readonly [when: string, days: OpeningHours['days']][] = [
  ['from Monday to Friday', DAYS.slice(0, 5)],
  ['on Saturdays', ['Saturday']],
  ['on Sundays', ['Sunday']],
];

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  {
    place: ['company', 'name'],
    ask: 'What is the company called, as customers know it?',
    why: 'The logo, titles and the feed say it.',
  },
  {
    place: ['company', 'legalName'],
    ask: 'What is its registered name?',
    why: `Every page must show it by law (Companies Act 2006). ${HOUSE}`,
  },
  {
    place: ['company', 'number'],
    ask: 'What is its company number?',
    why: `Every page must show it by law; it also tells where in the UK you are registered. ${HOUSE}`,
  },
  {
    place: ['company', 'registeredOffice'],
    ask: 'What is the address of its registered office?',
    why: `Every page must show it by law. ${HOUSE}`,
  },
  {
    place: ['company', 'headOffice'],
    ask: 'What is the address of the head office?',
    why: 'Visitors see it on the contact page. It may be the same.',
  },
  {
    place: ['company', 'phone24h'],
    ask: 'Which number do people ring at the roadside?',
    why: 'It stands on every page, first of all. Ring it once yourself, at night too.',
  },
  {
    place: ['company', 'phone'],
    ask: 'Which number is your main line?',
    why: 'The contact page shows it. It may be the same.',
  },
  {
    place: ['company', 'email'],
    ask: 'Which e-mail address reads general questions?',
    why: 'The footer, the contact page and the privacy policy name it. Complaints about data come here.',
  },
  {
    place: ['company', 'claimsEmail'],
    ask: 'Which e-mail address reads about claims?',
    why: 'Visitors send their notes of an accident there. It may be the same.',
  },
  {
    place: ['company', 'vat'],
    ask: 'What is its VAT number?',
    why: 'The law wants it on the site of a company that has one. It is on your invoices.',
  },
  {
    place: ['company', 'ico'],
    ask: 'What is its registration number at the Information Commissioner’s Office?',
    why: 'Most companies that hold data of people must pay its fee. It is on the certificate, and in the ICO’s register of fee payers.',
  },
  {
    place: ['company', 'fca'],
    ask: 'What is its firm reference number at the Financial Conduct Authority?',
    why: 'Only if you are authorised: ask your solicitor whether you must be. It is in the Financial Services Register.',
  },
  {
    place: ['company', 'founded'],
    kind: 'number',
    ask: 'In which year was it founded?',
    why: `Pages say "since" that year, and the years of experience count from it. ${HOUSE}`,
  },
  ...OFFICE.map(
    ([when, days]): Question => ({
      place: ['company', 'officeHours'],
      days,
      ask: `When is your office open ${when}? Such as 09:00-17:30.`,
      why: 'The contact page and search engines say it. Left out: closed.',
    }),
  ),
  {
    place: ['company', 'callbackWithin'],
    ask: 'How soon do you ring back whoever asks for it? Such as 15 minutes.',
    why: 'The form promises it, in your opening times: leave it out unless you keep it every time.',
  },
  ...Object.entries(CLAIMS).map(
    ([key, { ask, proof }]): Question => ({
      place: ['claims', key as keyof Claims],
      kind: typeof SPECIFIED[key as keyof Claims],
      ask,
      why: `Pages say it. ${proof} Enter: not claimed.`,
    }),
  ),
  {
    place: ['brand', 'primary'],
    ask: 'What is the main colour of your brand? Such as #00573f.',
    why: 'Header, buttons and headings have it. Whoever made your logo knows it.',
  },
  {
    place: ['brand', 'accent'],
    ask: 'What is its second colour? Such as #ffd21f.',
    why: 'The call buttons have it.',
  },
  {
    place: ['legal', 'termsFrom'],
    ask: 'From which day do your terms apply? Such as 2026-05-01.',
    why: 'Your solicitor names it, once they have read /terms.',
  },
  {
    place: ['legal', 'privacyFrom'],
    ask: 'From which day does your privacy policy apply?',
    why: 'The same for /privacy-policy.',
  },
  {
    place: ['legal', 'complaintsFrom'],
    ask: 'From which day does your complaints procedure apply?',
    why: 'The same for /complaints.',
  },
  {
    place: ['env', 'SITE_URL'],
    ask: 'At which address will the site be? Such as https://www.example.com.',
    why: 'Search engines and shared links get it. With https the site counts as public, and nothing invented is shown.',
  },
  {
    place: ['env', 'SMTP_URL'],
    ask: 'Through which mail server are callback requests sent to you? Such as smtps://user:password@mail.example.com.',
    why: 'Whoever looks after your e-mail knows it. Without mail or another way nobody is told that a customer wants to be rung.',
  },
  {
    place: ['env', 'CALLBACK_MAIL_TO'],
    ask: 'Who gets these mails? Addresses, separated by commas.',
    why: 'The people who ring back.',
  },
  {
    place: ['env', 'CALLBACK_MAIL_FROM'],
    ask: 'From which address do these mails come?',
    why: 'One that the mail server lets you use.',
  },
];
