import type { Company } from '../../shared/site/company.ts';
import type { LegalDates } from '../../shared/site/site-context.ts';
import type { Name } from './variables.ts';

/** A fact that an owner is asked for. */
export interface Question {
  ask: string;
  /** Why it is needed, and where it is found. */
  why: string;
  /** Its place in the site file, or the name of the variable. */
  place:
    | readonly ['company', keyof Company]
    | readonly ['legal', keyof LegalDates]
    | readonly ['env', Name];
  /** The site cannot go public without it. */
  needed?: boolean;
}

const HOUSE = 'Companies House shows it: "Find and update company information" on GOV.UK.';

export const QUESTIONS: readonly Question[] = [
  {
    ask: 'What is the company called, as customers know it?',
    why: 'The logo, titles and the feed say it.',
    place: ['company', 'name'],
    needed: true,
  },
  {
    ask: 'What is its registered name?',
    why: `Every page must show it by law (Companies Act 2006). ${HOUSE}`,
    place: ['company', 'legalName'],
    needed: true,
  },
  {
    ask: 'What is its company number?',
    why: `Every page must show it by law; it also tells where in the UK you are registered. ${HOUSE}`,
    place: ['company', 'number'],
    needed: true,
  },
  {
    ask: 'What is the address of its registered office?',
    why: `Every page must show it by law. ${HOUSE}`,
    place: ['company', 'registeredOffice'],
    needed: true,
  },
  {
    ask: 'What is the address of the head office?',
    why: 'Visitors see it on the contact page. It may be the same.',
    place: ['company', 'headOffice'],
    needed: true,
  },
  {
    ask: 'Which number do people ring at the roadside?',
    why: 'It stands on every page, first of all. Ring it once yourself, at night too.',
    place: ['company', 'phone24h'],
    needed: true,
  },
  {
    ask: 'Which number is your main line?',
    why: 'The contact page shows it. It may be the same.',
    place: ['company', 'phone'],
    needed: true,
  },
  {
    ask: 'Which e-mail address reads general questions?',
    why: 'The footer, the contact page and the privacy policy name it. Complaints about data come here.',
    place: ['company', 'email'],
    needed: true,
  },
  {
    ask: 'Which e-mail address reads about claims?',
    why: 'Visitors send their notes of an accident there. It may be the same.',
    place: ['company', 'claimsEmail'],
    needed: true,
  },
  {
    ask: 'What is its VAT number?',
    why: 'The law wants it on the site of a company that has one. It is on your invoices.',
    place: ['company', 'vat'],
  },
  {
    ask: 'What is its registration number at the Information Commissioner’s Office?',
    why: 'Most companies that hold data of people must pay its fee. It is on the certificate, and in the ICO’s register of fee payers.',
    place: ['company', 'ico'],
  },
  {
    ask: 'What is its firm reference number at the Financial Conduct Authority?',
    why: 'Only if you are authorised: ask your solicitor whether you must be. It is in the Financial Services Register.',
    place: ['company', 'fca'],
  },
  {
    ask: 'In which year was it founded?',
    why: `Pages say "since" that year, and the years of experience count from it. ${HOUSE}`,
    place: ['company', 'founded'],
  },
  {
    ask: 'How soon do you ring back whoever asks for it? Such as 15 minutes.',
    why: 'The form promises it, in your opening times: leave it out unless you keep it every time.',
    place: ['company', 'callbackWithin'],
  },
  {
    ask: 'From which day do your terms apply? Such as 2026-05-01.',
    why: 'Your solicitor names it, once they have read /terms.',
    place: ['legal', 'termsFrom'],
  },
  {
    ask: 'From which day does your privacy policy apply?',
    why: 'The same for /privacy-policy.',
    place: ['legal', 'privacyFrom'],
  },
  {
    ask: 'From which day does your complaints procedure apply?',
    why: 'The same for /complaints.',
    place: ['legal', 'complaintsFrom'],
  },
  {
    ask: 'At which address will the site be? Such as https://www.example.com.',
    why: 'Search engines and shared links get it. With https the site counts as public, and nothing invented is shown.',
    place: ['env', 'SITE_URL'],
  },
  {
    ask: 'Through which mail server are callback requests sent to you? Such as smtps://user:password@mail.example.com.',
    why: 'Whoever looks after your e-mail knows it. Without mail or another way nobody is told that a customer wants to be rung.',
    place: ['env', 'SMTP_URL'],
  },
  {
    ask: 'Who gets these mails? Addresses, separated by commas.',
    why: 'The people who ring back.',
    place: ['env', 'CALLBACK_MAIL_TO'],
  },
  {
    ask: 'From which address do these mails come?',
    why: 'One that the mail server lets you use.',
    place: ['env', 'CALLBACK_MAIL_FROM'],
  },
];
