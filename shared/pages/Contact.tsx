import { CallbackSection } from '../callback/CallbackSection.tsx';
import type { PageMetadata } from '../head/metadata.ts';
import { telephoneLink, unbroken } from '../site/company.ts';
import { useCompany } from '../site/site-context.ts';

export const metadata = {
  id: 'contact',
  title: 'Contact Us and Request a Callback',
  description:
    'Call our main line or our 24-hour line, send an e-mail or request a callback about your non-fault accident. We will contact you shortly.',
  keywords:
    'contact, request a callback, 24-hour accident helpline, accident management phone number',
  breadcrumb: 'Contact Us',
  socialPicture: {
    path: '/social/contact.png',
    alt: 'A recovery truck at night by a road sign: Contact us. Call or ask for a callback',
  },
} as const satisfies PageMetadata;

/** The callback form first, then every other way to reach the company. */
export function Page() {
  const company = useCompany();
  return (
    <>
      <CallbackSection title="Contact us" level={1} />
      <section className="section">
        <div className="wrap split">
          <h2 className="h2">Call, write or visit</h2>
          <dl className="contact-points">
            <div>
              <dt>24-hour line</dt>
              <dd>
                <a href={telephoneLink(company.phone24h)}>{unbroken(company.phone24h)}</a>
                <p>Answered 24 hours a day, every day</p>
              </dd>
            </div>
            <div>
              <dt>Main line</dt>
              <dd>
                <a href={telephoneLink(company.phone)}>{unbroken(company.phone)}</a>
              </dd>
            </div>
            <div>
              <dt>E-mail</dt>
              <dd>
                <a href={`mailto:${company.email}`}>{company.email}</a>
              </dd>
            </div>
            <div>
              <dt>Head office</dt>
              <dd>{company.headOffice}</dd>
            </div>
            <div>
              <dt>Registered office</dt>
              <dd>{company.registeredOffice}</dd>
            </div>
          </dl>
        </div>
      </section>
    </>
  );
}
