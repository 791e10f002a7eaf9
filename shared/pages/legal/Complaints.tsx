import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { LegalPage } from '../../legal/LegalPage.tsx';
import { useSite } from '../../site/site-context.ts';

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

const TEXT = `
# how-to-complain How to complain
> Choose the way that suits you. Every way counts the same.
You may complain in writing, by e-mail, by telephone or in person.
In writing:: {legalName}, {headOffice}
By e-mail:: {email}
By telephone:: {phone}
In person:: At our head office, {headOffice}
Is it about your personal data? [What the law adds for that](/privacy-policy#data-complaints)
# what-to-tell-us What to tell us
> The more you can tell us, the sooner we can put it right.
Tell us:
- your reference number
- the nature of your complaint
- the name of the person you dealt with
- the settlement that you would like
# within-48-hours Within 48\u00a0hours
> You know who handles your complaint.
We tell you within 48\u00a0hours who handles your complaint.
If you ask for it, we send you a copy of our internal complaints procedure.
# within-28-days Within 28\u00a0days
> You have an answer, or you know whom to ask next.
We aim to resolve your complaint within 28\u00a0days. If we cannot, we tell you whom to contact next.
`;

/** How to complain and what happens then. */
export function Page() {
  return (
    <LegalPage
      page={metadata.id}
      title="Complaints procedure"
      lead="Tell us if something went wrong. This page says how, and what we do about it."
      text={TEXT}
      from={useSite().legal?.complaintsFrom}
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
