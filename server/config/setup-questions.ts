import type { Company } from '../../shared/site/company.ts';
import type { LegalDates } from '../../shared/site/site-context.ts';
import type { Name } from './variables.ts';

/** What is asked, and why it is needed or where it is found. */
type Words = readonly [ask: string, why: string];

const HOUSE = 'Companies House shows it: "Find and update company information" on GOV.UK.';

const OF_COMPANY: { [fact in keyof Company]?: Words } = {
  name: [
    'What is the company called, as customers know it?',
    'The logo, titles and the feed say it.',
  ],
  legalName: [
    'What is its registered name?',
    `Every page must show it by law (Companies Act 2006). ${HOUSE}`,
  ],
  number: [
    'What is its company number?',
    `Every page must show it by law; it also tells where in the UK you are registered. ${HOUSE}`,
  ],
  registeredOffice: [
    'What is the address of its registered office?',
    `Every page must show it by law. ${HOUSE}`,
  ],
  headOffice: [
    'What is the address of the head office?',
    'Visitors see it on the contact page. It may be the same.',
  ],
  phone24h: [
    'Which number do people ring at the roadside?',
    'It stands on every page, first of all. Ring it once yourself, at night too.',
  ],
  phone: ['Which number is your main line?', 'The contact page shows it. It may be the same.'],
  email: [
    'Which e-mail address reads general questions?',
    'The footer, the contact page and the privacy policy name it. Complaints about data come here.',
  ],
  claimsEmail: [
    'Which e-mail address reads about claims?',
    'Visitors send their notes of an accident there. It may be the same.',
  ],
  vat: [
    'What is its VAT number?',
    'The law wants it on the site of a company that has one. It is on your invoices.',
  ],
  ico: [
    'What is its registration number at the Information Commissioner’s Office?',
    'Most companies that hold data of people must pay its fee. It is on the certificate, and in the ICO’s register of fee payers.',
  ],
  fca: [
    'What is its firm reference number at the Financial Conduct Authority?',
    'Only if you are authorised: ask your solicitor whether you must be. It is in the Financial Services Register.',
  ],
  founded: [
    'In which year was it founded?',
    `Pages say "since" that year, and the years of experience count from it. ${HOUSE}`,
  ],
  callbackWithin: [
    'How soon do you ring back whoever asks for it? Such as 15 minutes.',
    'The form promises it, in your opening times: leave it out unless you keep it every time.',
  ],
};

const OF_LEGAL: Record<keyof LegalDates, Words> = {
  termsFrom: [
    'From which day do your terms apply? Such as 2026-05-01.',
    'Your solicitor names it, once they have read /terms.',
  ],
  privacyFrom: ['From which day does your privacy policy apply?', 'The same for /privacy-policy.'],
  complaintsFrom: [
    'From which day does your complaints procedure apply?',
    'The same for /complaints.',
  ],
};

const OF_ENVIRONMENT: { [name in Name]?: Words } = {
  SITE_URL: [
    'At which address will the site be? Such as https://www.example.com.',
    'Search engines and shared links get it. With https the site counts as public, and nothing invented is shown.',
  ],
  SMTP_URL: [
    'Through which mail server are callback requests sent to you? Such as smtps://user:password@mail.example.com.',
    'Whoever looks after your e-mail knows it. Without mail or another way nobody is told that a customer wants to be rung.',
  ],
  CALLBACK_MAIL_TO: [
    'Who gets these mails? Addresses, separated by commas.',
    'The people who ring back.',
  ],
  CALLBACK_MAIL_FROM: [
    'From which address do these mails come?',
    'One that the mail server lets you use.',
  ],
};

export interface Question {
  ask: string;
  why: string;
  /** Its place in the site file, or the name of the variable. */
  place:
    | readonly ['company', keyof Company]
    | readonly ['legal', keyof LegalDates]
    | readonly ['env', Name];
}

const questions = (part: Question['place'][0], words: { [key: string]: Words }): Question[] =>
  Object.entries(words).map(([key, [ask, why]]) => ({
    ask,
    why,
    place: [part, key] as Question['place'],
  }));

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  ...questions('company', OF_COMPANY),
  ...questions('legal', OF_LEGAL),
  ...questions('env', OF_ENVIRONMENT),
];
