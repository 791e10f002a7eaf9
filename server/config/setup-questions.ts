import { randomInt } from 'node:crypto';
import { type Claims, DEFAULT_CLAIMS } from '../../shared/site/claims.ts';
import type { OpeningHours } from '../../shared/site/company.ts';
import { CLAIM_DEFINITIONS, evidenceOf } from './claim-definitions.ts';
import type { VariableName } from './env/variables.ts';
import { formatOpeningHours, parseOpeningHours } from './opening-hours.ts';
import {
  type Answers,
  inSite,
  numbered,
  numberQuestion,
  PLEASE_CHOOSE,
  parseChoice,
  type Question,
  sameOr,
  setInSite,
  type Target,
  textQuestion,
  variableQuestion,
  YES_OR_NO,
  yesNoQuestion,
} from './setup-question.ts';

const COMPANIES_HOUSE_HINT =
  'You can look it up at Companies House: search GOV.UK for "Find and update company information".';

const helpOfClaim = (claim: keyof Claims) =>
  `Your pages will say so. ${evidenceOf(claim)} Press Enter if you do not claim this.`;

/** Creates a question for a claim that has a value, or that depends on another answer. */
function claimQuestion(claim: keyof Claims, more: Partial<Question>): Question {
  const target: Target = ['claims', claim];
  const wording = { question: CLAIM_DEFINITIONS[claim].ask, help: helpOfClaim(claim), ...more };
  if (typeof DEFAULT_CLAIMS[claim] === 'boolean') return yesNoQuestion(target, wording);
  const question =
    typeof DEFAULT_CLAIMS[claim] === 'number'
      ? numberQuestion(target, wording)
      : textQuestion(target, wording);
  return {
    ...question,
    answer: (input, answers) =>
      YES_OR_NO.test(input)
        ? 'Please enter the value, not yes or no. If you do not make this claim, press Enter.'
        : question.answer(input, answers),
  };
}

/** Claims that are asked for only after another answer. */
const FOLLOW_UPS: readonly (keyof Claims)[] = ['replacementSooner', 'experience'];

/** Claims that a yes makes. */
const SIMPLE_CLAIMS = (Object.keys(CLAIM_DEFINITIONS) as (keyof Claims)[]).filter(
  (claim) =>
    typeof DEFAULT_CLAIMS[claim] === 'boolean' &&
    claim !== 'makes' &&
    claim !== 'vehicleTypes' &&
    !FOLLOW_UPS.includes(claim),
);

/** Asks for all of them at once. A company does not make those that it does not name. */
const SIMPLE_CLAIMS_QUESTION: Question = {
  question: 'To which of these is your answer yes?',
  help: `${numbered(SIMPLE_CLAIMS.map((claim) => `${CLAIM_DEFINITIONS[claim].ask}\n      ${evidenceOf(claim)}`))}Your pages will say so, and you must have the evidence. Type the numbers, for example 1 3 5, or all.
Press Enter if you do not claim any of these: your pages say nothing of what you leave out.`,
  current: ({ site }) =>
    SIMPLE_CLAIMS.flatMap((claim, index) => (site.claims?.[claim] ? [index + 1] : [])).join(' '),
  answer(input, answers) {
    const chosen = parseChoice(input, SIMPLE_CLAIMS.length);
    if (!chosen) return PLEASE_CHOOSE;
    const claims = SIMPLE_CLAIMS.map((claim, index) => [
      claim,
      chosen.includes(index) || undefined,
    ]);
    answers.site = {
      ...answers.site,
      claims: { ...answers.site.claims, ...Object.fromEntries(claims) },
    };
    return undefined;
  },
};

const SITE_URL = variableQuestion('SITE_URL', {
  question: 'What will the website’s address be? For example https://www.example.com.',
  help: 'Search engines and shared links use it. If it starts with https, the site counts as public and shows no sample reviews or posts.',
});

const SMTP_URL = variableQuestion('SMTP_URL', {
  question:
    'Which mail server should send you callback requests? For example smtps://user:password@mail.example.com.',
  help: 'The person who looks after your email can tell you. Without email or another channel, no one will know that a customer wants a call.',
});

/** Letters and digits that nobody takes for others. */
const UNMISTAKABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

function makePassword(): string {
  const letters = Array.from({ length: 16 }, () => UNMISTAKABLE[randomInt(UNMISTAKABLE.length)]);
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

const DESK_PASSWORD = variableQuestion('DESK_PASSWORD', {
  question: 'Which password should your staff use to see callback requests?',
  help: 'It must be 16 characters or longer. Press Enter to use the one in brackets. It is saved in .env.',
});

/** Asked of everybody, in this order. */
const ESSENTIALS: readonly Question[] = [
  textQuestion(['company', 'name'], {
    question: 'What is your company called? Give the name customers know.',
    help: 'It appears in the logo, in page titles and in the blog feed.',
    isRequired: true,
  }),
  textQuestion(['company', 'legalName'], {
    question: 'What is your registered company name?',
    help: `By law every page must show it (Companies Act 2006). ${COMPANIES_HOUSE_HINT}`,
    isRequired: true,
  }),
  textQuestion(['company', 'number'], {
    question: 'What is your company number?',
    help: `By law every page must show it. It also shows in which part of the UK you are registered. ${COMPANIES_HOUSE_HINT}`,
    isRequired: true,
  }),
  textQuestion(['company', 'registeredOffice'], {
    question: 'What is the address of your registered office?',
    help: `By law every page must show it. ${COMPANIES_HOUSE_HINT}`,
    isRequired: true,
  }),
  sameOr(['company', 'headOffice'], 'registeredOffice', {
    question: 'What is the address of your head office?',
    help: 'It appears on the contact page and in the footer. It can be the same address.',
  }),
  textQuestion(['company', 'phone24h'], {
    question: 'Which number should people call from the roadside?',
    help: 'It is the first thing on every page. Call it yourself once, at night as well.',
    isRequired: true,
  }),
  sameOr(['company', 'phone'], 'phone24h', {
    question: 'What is your main phone number?',
    help: 'It appears on the contact page and in the footer. It can be the same number.',
  }),
  textQuestion(['company', 'email'], {
    question: 'Which email address should general questions go to?',
    help: 'It appears on the contact page and in the privacy policy. Complaints, including those about personal data, come here.',
    isRequired: true,
  }),
  sameOr(['company', 'claimsEmail'], 'email', {
    question: 'Which email address should messages about claims go to?',
    help: 'It appears in the footer, and visitors send their accident notes to it. It can be the same address.',
  }),
  {
    ...SITE_URL,
    answer(input, answers) {
      const address = /^https?:/i.test(input) || input === '' ? input : `https://${input}`;
      const issue = SITE_URL.answer(address, answers);
      if (!issue && address) answers.env.SITE_URL = new URL(address).origin;
      return issue;
    },
  },
  {
    ...SMTP_URL,
    answer(input, answers) {
      if (!input) {
        // Neither may be set without a mail server.
        delete answers.env.CALLBACK_MAIL_TO;
        delete answers.env.CALLBACK_MAIL_FROM;
      }
      return SMTP_URL.answer(input, answers);
    },
  },
  variableQuestion('CALLBACK_MAIL_TO', {
    question: 'Who should get these emails? Separate addresses with commas.',
    help: 'Give the people who will call customers back.',
    suggested: ({ site }) => String(site.company?.claimsEmail ?? ''),
    isAsked: ({ env }) => env.SMTP_URL !== undefined,
  }),
  variableQuestion('CALLBACK_MAIL_FROM', {
    question: 'Which address should these emails come from?',
    help: 'It must be one your mail server lets you use.',
    suggested: ({ site }) => String(site.company?.email ?? ''),
    isAsked: ({ env }) => env.SMTP_URL !== undefined,
  }),
  {
    ...DESK_PASSWORD,
    suggested(answers) {
      answers.madePassword ??= makePassword();
      return answers.madePassword;
    },
    answer(input, answers) {
      const { env } = answers;
      const issue = DESK_PASSWORD.answer(input, answers);
      // The desk needs a listener. Compose and docs/deployment.md have it at this port too.
      if (env.DESK_PASSWORD && !env.DESK_PORT) env.ADMIN_PORT ??= '9464';
      return issue;
    },
  },
  SIMPLE_CLAIMS_QUESTION,
];

const hasClaim = (claim: keyof Claims) => (answers: Answers) =>
  Boolean(inSite(['claims', claim], answers));

const OPENING_HOURS: Question = {
  label: 'opening hours of the office',
  question: 'When is your office open? For example Mon-Fri 9am-5.30pm, Sat 10am-2pm.',
  help: 'It appears on the contact page and in search results. Leave out the days on which you are closed.',
  current: ({ site }) => formatOpeningHours((site.company?.officeHours ?? []) as OpeningHours[]),
  answer(input, answers) {
    const hours = input ? parseOpeningHours(input) : undefined;
    if (hours === null) return 'Please enter days and times, for example Mon-Fri 9am-5.30pm.';
    return setInSite(['company', 'officeHours'], hours, answers);
  },
};

const makes = textQuestion(['claims', 'makes'], {
  label: 'makes of your vehicles',
  question: CLAIM_DEFINITIONS.makes.ask,
  help: helpOfClaim('makes'),
});

const MAKES: Question = {
  ...makes,
  current(answers) {
    const present = inSite(['claims', 'makes'], answers);
    return present === true ? 'yes' : ((present || []) as string[]).join(', ');
  },
  answer(input, answers) {
    const named = input.split(',').map((name) => name.trim());
    const value = YES_OR_NO.test(input) ? /^y/i.test(input) || undefined : named;
    return setInSite(['claims', 'makes'], input ? value : undefined, answers);
  },
};

const LEGAL_DATES = ['termsFrom', 'privacyFrom', 'complaintsFrom'] as const;

/** Questions that are asked only if they are chosen, each with those that depend on it. */
const OPTIONAL: readonly (readonly Question[])[] = [
  [
    numberQuestion(['company', 'founded'], {
      label: 'year of foundation',
      question: 'In which year was your company founded?',
      help: `Pages say "since" this year, and your years of experience are counted from it. ${COMPANIES_HOUSE_HINT}`,
    }),
    claimQuestion('experience', { isAsked: ({ site }) => site.company?.founded !== undefined }),
  ],
  [OPENING_HOURS],
  [
    textQuestion(['company', 'callbackWithin'], {
      label: 'how soon you call back',
      question: 'How soon do you call people back? For example 15 minutes.',
      help: 'The form promises this during your opening hours. Leave it out unless you always keep to it.',
    }),
  ],
  [
    claimQuestion('replacementHours', { label: 'delivery time of replacement vehicles' }),
    claimQuestion('replacementSooner', { isAsked: hasClaim('replacementHours') }),
  ],
  [claimQuestion('vehicleGrade', { label: 'grade of your vehicles' })],
  [claimQuestion('vehicleYears', { label: 'age of your vehicles' })],
  [MAKES],
  [claimQuestion('claimWeeks', { label: 'how long a claim takes' })],
  [
    claimQuestion('complaintHours', { label: 'how soon you answer a complaint' }),
    claimQuestion('complaintDays', {}),
  ],
  [
    textQuestion(['company', 'vat'], {
      label: 'VAT number',
      question: 'What is your VAT number?',
      help: 'If you are registered for VAT, the law says your website must show it. It is on your invoices.',
    }),
  ],
  [
    textQuestion(['company', 'ico'], {
      label: 'ICO registration (data protection)',
      question:
        'What is your registration number with the Information Commissioner’s Office (ICO)?',
      help: 'Most companies that hold personal data must pay the ICO’s fee. The number is on your certificate and in the ICO’s register of fee payers.',
    }),
  ],
  [
    textQuestion(['company', 'fca'], {
      label: 'FCA firm reference number',
      question: 'What is your firm reference number with the Financial Conduct Authority (FCA)?',
      help: 'Leave this out unless you are authorised. Ask your solicitor whether you need to be. The number is in the Financial Services Register.',
    }),
  ],
  [
    textQuestion(['brand', 'primary'], {
      label: 'brand colours',
      question: 'What is your main brand colour? For example #00573f.',
      help: 'It is used for the header, buttons and headings. The person who made your logo can tell you.',
    }),
    textQuestion(['brand', 'accent'], {
      question: 'What is your second brand colour? For example #ffd21f.',
      help: 'It is used for the call buttons.',
    }),
  ],
  [
    textQuestion(['legal', 'termsFrom'], {
      label: 'date of your legal pages',
      question:
        'From which date do your website terms, privacy policy and complaints procedure apply? For example 2026-05-01.',
      help: 'Your solicitor will tell you once they have checked /terms, /privacy-policy and /complaints.',
      answer(input, answers) {
        for (const page of LEGAL_DATES) {
          const issue = setInSite(['legal', page], input || undefined, answers);
          if (issue) return issue;
        }
        return undefined;
      },
    }),
  ],
];

const MENU: Question = {
  question: 'Which of these do you want to answer now?',
  help: `${numbered(OPTIONAL.map(([first]) => first?.label ?? ''))}Your site shows each of them only if you give it. Type the numbers, for example 1 3 5, or all.
Press Enter for none: you can run setup again.`,
  current: () => '',
  answer(input, answers) {
    const chosen = parseChoice(input, OPTIONAL.length);
    if (!chosen) return PLEASE_CHOOSE;
    answers.chosen = chosen;
    return undefined;
  },
};

export const QUESTIONS: readonly Question[] = [
  ...ESSENTIALS,
  MENU,
  ...OPTIONAL.flatMap((questions, index) =>
    questions.map(
      (question): Question => ({
        ...question,
        isAsked: (answers) =>
          answers.chosen.includes(index) && (question.isAsked?.(answers) ?? true),
      }),
    ),
  ),
];

/** The variables that setup sets. */
export const SETUP_VARIABLES: readonly VariableName[] = [
  'SITE_FILE',
  'SITE_URL',
  'SMTP_URL',
  'CALLBACK_MAIL_TO',
  'CALLBACK_MAIL_FROM',
  'DESK_PASSWORD',
  'ADMIN_PORT',
];
