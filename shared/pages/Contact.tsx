import { CallbackSection } from '../callback/CallbackSection.tsx';
import type { PageMetadata } from '../head/metadata.ts';
import { capital } from '../site/claims.ts';
import type { OpeningHours } from '../site/company.ts';
import { spokenHours } from '../site/hours.ts';
import { useCompany, useHeading, useWording } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';

export const metadata = {
  id: 'contact',
  title: 'Contact Us and Request a Callback',
  description: ({ helpline }) =>
    `Call our main line or our ${helpline}, send an e-mail or request a callback about your non-fault accident. We will contact you shortly.`,
  keywords: ({ dayAndNight }) =>
    `contact, request a callback, ${dayAndNight ? '24-hour ' : ''}accident helpline, accident management phone number`,
  breadcrumb: 'Contact Us',
  socialPicture: {
    path: '/social/contact.png',
    alt: 'A recovery truck at night by a road sign: Contact us. Call or ask for a callback',
  },
} as const satisfies PageMetadata;

/** The callback form first, then every other way to reach the company. */
export function Page() {
  const company = useCompany();
  const { helpline, dayAndNight } = useWording();
  const { h1, lead } = useHeading('contact', 'Contact us', undefined);
  const points = [
    [
      'E-mail',
      <a key="mail" href={`mailto:${company.email}`}>
        {company.email}
      </a>,
    ],
    ['Head office', company.headOffice],
    ['Registered office', company.registeredOffice],
  ] as const;
  return (
    <>
      <CallbackSection title={h1} lead={lead} level={1}>
        <dl className="contact-lines">
          <div>
            <dt>{capital(helpline)}</dt>
            <dd>
              <PhoneLink className="num" phone={company.phone24h} />
              {company.lineHours ? (
                <Hours hours={company.lineHours} />
              ) : dayAndNight ? (
                <p>Answered 24&nbsp;hours a day, every day</p>
              ) : null}
            </dd>
          </div>
          <div>
            <dt>Main line</dt>
            <dd>
              <PhoneLink className="num" phone={company.phone} />
              {company.officeHours ? <Hours hours={company.officeHours} /> : null}
            </dd>
          </div>
        </dl>
      </CallbackSection>
      <section className="section">
        <div className="wrap">
          <div className="head">
            <h2 className="h2">Write or visit</h2>
          </div>
          <dl className="contact-points">
            {points.map(([term, point]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{point}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </>
  );
}

function Hours({ hours }: { hours: readonly OpeningHours[] }) {
  return hours.map((entry) => <p key={entry.days[0]}>{spokenHours(entry)}</p>);
}
