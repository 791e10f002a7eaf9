import { CallbackSection } from '../callback/CallbackSection.tsx';
import type { PageMetadata } from '../head/metadata.ts';
import { capitalize } from '../site/claims.ts';
import { whatsAppHref } from '../site/company.ts';
import { spokenHours } from '../site/opening-hours.ts';
import { useCompany, useHeading, useSite, useWording } from '../site/site-context.ts';
import { MailLink } from '../ui/MailLink.tsx';
import { PhoneLink, PhoneNumber } from '../ui/PhoneLink.tsx';
import { Photo } from '../ui/Photo.tsx';
import { whole } from '../ui/whole.tsx';
import '../callback/callback-result.css';
import '../ui/card.css';
import './contact.css';

export const metadata = {
  id: 'contact',
  title: 'Contact Us and Request a Callback',
  description: ({ helpline }) =>
    `Call our main line or our ${helpline}, email us or request a callback about your non-fault accident. We are not your insurer.`,
  keywords: ({ dayAndNight }) =>
    dayAndNight
      ? 'contact, request a callback, 24-hour accident helpline, accident management phone number'
      : 'contact, request a callback, accident helpline, accident management phone number',
  breadcrumb: 'Contact Us',
  picture: '/social/contact.png',
  pictureAlt: 'A yellow recovery truck carries a white car along a road at night',
  pictureClaim: 'recovery',
} as const satisfies PageMetadata;

/** The callback form first, then every other way to reach the company. */
export function Page() {
  const company = useCompany();
  const { photos } = useSite();
  const { helpline, dayAndNight } = useWording();
  const { h1, lead } = useHeading('contact', { h1: 'Contact us' });
  const always = dayAndNight ? ['Answered 24\u00a0hours a day, every day'] : [];
  const lineHours = company.lineHours?.map(spokenHours) ?? always;
  const officeHours = company.officeHours?.map(spokenHours) ?? [];
  const isOneNumber = company.phone === company.phone24h;
  const isOneEmail = company.email === company.claimsEmail;
  const isOneAddress = company.registeredOffice === company.headOffice;
  const lines = [
    {
      line: capitalize(helpline),
      phone: company.phone24h,
      hours: isOneNumber && lineHours.length === 0 ? officeHours : lineHours,
    },
    {
      line: 'Main line, for general enquiries',
      phone: company.phone,
      hours: officeHours,
    },
  ].slice(0, isOneNumber ? 1 : 2);
  return (
    <>
      <CallbackSection title={h1} lead={lead} level={1}>
        <dl className="contact-lines">
          {lines.map(({ line, phone, hours }) => (
            <div key={line}>
              <dt>{line}</dt>
              <dd>
                <PhoneLink phone={phone} />
                {hours.map((said) => (
                  <p key={said}>{whole(said)}</p>
                ))}
              </dd>
            </div>
          ))}
          {company.whatsapp ? (
            <div>
              <dt>WhatsApp</dt>
              <dd>
                <a href={whatsAppHref(company.whatsapp)}>
                  <PhoneNumber phone={company.whatsapp} />
                </a>
              </dd>
            </div>
          ) : null}
        </dl>
      </CallbackSection>
      <section className={photos?.contact ? 'section split' : 'section'}>
        <div>
          <h2 className="h2 head">Write or visit</h2>
          <Photo page="contact" />
        </div>
        <dl className="contact-points">
          <div className="card">
            <dt>{isOneEmail ? 'Email' : 'Email, for general questions'}</dt>
            <dd>
              <MailLink email={company.email} />
            </dd>
          </div>
          {isOneEmail ? null : (
            <div className="card">
              <dt>Email about a claim</dt>
              <dd>
                <MailLink email={company.claimsEmail} />
              </dd>
            </div>
          )}
          <div className="card">
            <dt>{isOneAddress ? 'Head office and registered office' : 'Head office'}</dt>
            <dd>
              {whole(company.headOffice)}
              <p className="fine">Please call before you visit.</p>
            </dd>
          </div>
          {isOneAddress ? null : (
            <div className="card">
              <dt>Registered office</dt>
              <dd>{whole(company.registeredOffice)}</dd>
            </div>
          )}
        </dl>
      </section>
    </>
  );
}
