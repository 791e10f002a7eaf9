import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import { type Wording, withUnit } from '../../site/claims.ts';
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
    const { acknowledgeWithin, resolveWithin } = complaintTerms(wording);
    const answer = resolveWithin
      ? `aim to resolve it within ${resolveWithin}`
      : 'what happens next';
    return `Complain in writing, by email, by telephone or in person. We say who is handling it${acknowledgeWithin ? ` within ${acknowledgeWithin}` : ''} and ${answer}.`;
  },
  keywords: 'complaints procedure, make a complaint, accident management complaints',
  breadcrumb: 'Complaints Procedure',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

/**
 * Returns the hours until the sender knows who handles a complaint and the days until it is
 * resolved; '' when not claimed.
 */
function complaintTerms({ complaintHours, complaintDays, complaintCopy }: Wording) {
  return {
    complaintCopy,
    acknowledgeWithin: withUnit(complaintHours, 'hour'),
    resolveWithin: withUnit(complaintDays, 'day'),
  };
}

const clausesOf = (
  { legalName, headOffice, email, phone }: Company,
  { acknowledgeWithin, resolveWithin, complaintCopy }: ReturnType<typeof complaintTerms>,
): readonly Clause[] => [
  {
    id: 'how-to-complain',
    heading: 'How to complain',
    plain: 'Complain in whichever way suits you. We treat them all the same.',
    text: (
      <>
        <p>You may complain in writing, by email, by telephone or in person.</p>
        <dl>
          <dt>In writing</dt>
          <dd>
            {legalName}, {headOffice}
          </dd>
          <dt>By email</dt>
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
          <PageLink to="/privacy-policy#data-complaints">
            How we handle data protection complaints
          </PageLink>
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
          <li>how you would like us to settle it</li>
        </ul>
      </>
    ),
  },
  {
    id: 'who-handles-it',
    heading: acknowledgeWithin ? `Within ${acknowledgeWithin}` : 'Who handles it',
    plain: 'You will know who is handling your complaint.',
    text: (
      <>
        <p>
          We will tell you {acknowledgeWithin ? `within ${acknowledgeWithin} ` : null}who is
          handling your complaint.
        </p>
        {complaintCopy ? (
          <p>If you ask, we will send you a copy of our internal complaints procedure.</p>
        ) : null}
      </>
    ),
  },
  {
    id: 'our-answer',
    heading: resolveWithin ? `Within ${resolveWithin}` : 'Our answer',
    plain: 'You will have an answer, or know who to contact next.',
    text: (
      <p>
        We aim to resolve your complaint{resolveWithin ? ` within ${resolveWithin}` : null}. If we
        cannot, we will tell you who to contact next.
      </p>
    ),
  },
];

/** The way to complain, and the next steps. */
export function Page() {
  const { company, legal } = useSite();
  const times = complaintTerms(useWording());
  const promises = [
    [times.acknowledgeWithin, 'You will know who is handling your complaint'],
    [times.resolveWithin, 'We aim to resolve it within this time'],
  ].filter(([time]) => time);
  return (
    <LegalPage
      page={metadata.id}
      title="Complaints procedure"
      lead="Tell us if something has gone wrong. This page explains how to complain and what we will do."
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
