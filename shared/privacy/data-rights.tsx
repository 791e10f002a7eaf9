import type { LegalSection } from '../legal/LegalPage.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import type { Site } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';

/** The rights of a person, and the way to complain. */
export function dataRights({ company }: Site): LegalSection[] {
  return [
    {
      id: 'your-rights',
      heading: 'Your rights',
      plain: 'It is your data. You can see it, correct it and say no.',
      body: (
        <>
          <p>You have the right to ask us to:</p>
          <ul>
            <li>tell you what we hold about you and give you a copy</li>
            <li>correct what is wrong</li>
            <li>erase it, or stop using it for a time</li>
            <li>give it to you, or to somebody else, in a form that a computer can read</li>
            <li>stop a use that rests on our legitimate interest: you object to it</li>
          </ul>
          <p>
            Write to <a href={`mailto:${company.email}`}>{company.email}</a> or call{' '}
            <PhoneLink phone={company.phone} />. It costs nothing, and we answer within one month.
          </p>
        </>
      ),
    },
    {
      id: 'data-complaints',
      heading: 'Complaints about your data',
      plain: 'If we got something wrong with your data, tell us. You can also go to the regulator.',
      body: (
        <>
          <p>
            E-mail{' '}
            <a href={`mailto:${company.email}?subject=Data%20protection%20complaint`}>
              {company.email}
            </a>
            , call us or write to us. Say what happened and what you would like us to do. Our{' '}
            <PageLink to="/complaints">complaints procedure</PageLink> applies:
          </p>
          <ul>
            <li>
              within 48&nbsp;hours we tell you that we have your complaint and who handles it (the
              law gives us 30&nbsp;days)
            </li>
            <li>we look into it without undue delay and tell you how it is going</li>
            <li>we tell you the outcome</li>
          </ul>
          <p>
            You may complain to the Information Commissioner’s Office (ICO), the regulator for data
            protection, at{' '}
            <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk/make-a-complaint</a> or on{' '}
            <PhoneLink phone="0303 123 1113" />. It will normally ask you to tell us first.
          </p>
        </>
      ),
    },
  ];
}
