import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import type { Company } from '../../site/company.ts';
import { useSite } from '../../site/site-context.ts';
import { MailLink } from '../../ui/MailLink.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import '../../ui/tile.css';
import './complaints.css';

export const metadata = {
  id: 'complaints',
  title: 'Complaints Procedure: How to Complain',
  description:
    'Complain in writing, by e-mail, by telephone or in person. We say who handles it within 48 hours and aim to resolve it within 28 days.',
  keywords:
    'complaints procedure, make a complaint, complaint within 28 days, accident management complaints',
  breadcrumb: 'Complaints Procedure',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

const clausesOf = ({ legalName, headOffice, email, phone }: Company): readonly Clause[] => [
  {
    id: 'how-to-complain',
    heading: 'How to complain',
    plain: 'Choose the way that suits you. Every way counts the same.',
    text: (
      <>
        <p>You may complain in writing, by e-mail, by telephone or in person.</p>
        <dl>
          <dt>In writing</dt>
          <dd>
            {legalName}, {headOffice}
          </dd>
          <dt>By e-mail</dt>
          <dd>
            <MailLink email={email} />
          </dd>
          <dt>By telephone</dt>
          <dd>
            <PhoneLink phone={phone} />
          </dd>
          <dt>In person</dt>
          <dd>At our head office, {headOffice}</dd>
        </dl>
        <p>
          Is it about your personal data?{' '}
          <PageLink to="/privacy-policy#data-complaints">What the law adds for that</PageLink>
        </p>
      </>
    ),
  },
  {
    id: 'what-to-tell-us',
    heading: 'What to tell us',
    plain: 'The more you can tell us, the sooner we can put it right.',
    text: (
      <>
        <p>Tell us:</p>
        <ul>
          <li>your reference number</li>
          <li>the nature of your complaint</li>
          <li>the name of the person you dealt with</li>
          <li>the settlement that you would like</li>
        </ul>
      </>
    ),
  },
  {
    id: 'within-48-hours',
    heading: 'Within 48\u00a0hours',
    plain: 'You know who handles your complaint.',
    text: (
      <>
        <p>We tell you within 48&nbsp;hours who handles your complaint.</p>
        <p>If you ask for it, we send you a copy of our internal complaints procedure.</p>
      </>
    ),
  },
  {
    id: 'within-28-days',
    heading: 'Within 28\u00a0days',
    plain: 'You have an answer, or you know whom to ask next.',
    text: (
      <p>
        We aim to resolve your complaint within 28&nbsp;days. If we cannot, we tell you whom to
        contact next.
      </p>
    ),
  },
];

/** How to complain and what happens then. */
export function Page() {
  const { company, legal } = useSite();
  return (
    <LegalPage
      page={metadata.id}
      title="Complaints procedure"
      lead="Tell us if something went wrong. This page says how, and what we do about it."
      clauses={clausesOf(company)}
      from={legal?.complaintsFrom}
      summary={
        <ul className="complaint-times">
          <li>
            <b className="tile">48&nbsp;hours</b> You know who handles your complaint
          </li>
          <li>
            <b className="tile">28&nbsp;days</b> We aim to resolve it within this time
          </li>
        </ul>
      }
    />
  );
}
