import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import { counted, type Wording } from '../../site/claims.ts';
import type { Company } from '../../site/company.ts';
import { useSite, useWording } from '../../site/site-context.ts';
import { MailLink } from '../../ui/MailLink.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import '../../ui/tile.css';
import './complaints.css';

export const metadata = {
  id: 'complaints',
  title: 'Complaints Procedure: How to Complain',
  description: (wording) => {
    const { toKnow, toResolve } = timesOf(wording);
    const answer = toResolve ? `aim to resolve it within ${toResolve}` : 'what happens next';
    return `Complain in writing, by e-mail, by telephone or in person. We say who handles it${toKnow ? ` within ${toKnow}` : ''} and ${answer}.`;
  },
  keywords: 'complaints procedure, make a complaint, accident management complaints',
  breadcrumb: 'Complaints Procedure',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

/** Until the sender knows who handles a complaint, and in which it is to be resolved; '' where none is claimed. */
function timesOf({ complaintHours, complaintDays }: Wording) {
  return { toKnow: counted(complaintHours, 'hour'), toResolve: counted(complaintDays, 'day') };
}

const clausesOf = (
  { legalName, headOffice, email, phone }: Company,
  { toKnow, toResolve }: ReturnType<typeof timesOf>,
): readonly Clause[] => [
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
    id: 'who-handles-it',
    heading: toKnow ? `Within ${toKnow}` : 'Who handles it',
    plain: 'You know who handles your complaint.',
    text: (
      <>
        <p>We tell you {toKnow ? `within ${toKnow} ` : null}who handles your complaint.</p>
        <p>If you ask for it, we send you a copy of our internal complaints procedure.</p>
      </>
    ),
  },
  {
    id: 'our-answer',
    heading: toResolve ? `Within ${toResolve}` : 'Our answer',
    plain: 'You have an answer, or you know whom to ask next.',
    text: (
      <p>
        We aim to resolve your complaint{toResolve ? ` within ${toResolve}` : null}. If we cannot,
        we tell you whom to contact next.
      </p>
    ),
  },
];

/** How to complain and what happens then. */
export function Page() {
  const { company, legal } = useSite();
  const times = timesOf(useWording());
  const promises = [
    [times.toKnow, 'You know who handles your complaint'],
    [times.toResolve, 'We aim to resolve it within this time'],
  ].filter(([time]) => time);
  return (
    <LegalPage
      page={metadata.id}
      title="Complaints procedure"
      lead="Tell us if something went wrong. This page says how, and what we do about it."
      clauses={clausesOf(company, times)}
      from={legal?.complaintsFrom}
      summary={
        promises.length > 0 ? (
          <ul className="complaint-times">
            {promises.map(([time, words]) => (
              <li key={words}>
                <b className="tile">{time}</b> {words}
              </li>
            ))}
          </ul>
        ) : null
      }
    />
  );
}
