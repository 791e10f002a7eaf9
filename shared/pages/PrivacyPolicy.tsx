import { Link } from 'react-router-dom';
import type { PageMetadata } from '../head/metadata.ts';
import { LEGAL_PICTURE } from '../head/social-pictures.ts';
import { useSite } from '../site/site-context.ts';
import { LegalPage, type LegalSection } from '../ui/LegalPage.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';

export const metadata = {
  id: 'privacy-policy',
  title: 'Privacy Policy: How We Handle Your Details',
  description:
    'Who controls your data, which contact details and cookie-based usage data we collect, and how to set your cookie choices in the browser.',
  keywords: 'privacy policy, data controller, personal data, cookies, contact details',
  breadcrumb: 'Privacy Policy',
  socialPicture: LEGAL_PICTURE,
} as const satisfies PageMetadata;

/** Who controls the data, what is collected, and how cookies are controlled. */
export function Page() {
  const { company, legal } = useSite();
  const sections: LegalSection[] = [
    {
      id: 'data-controller',
      heading: 'Data Controller',
      body: (
        <>
          <p>This company decides how your personal data is used and is responsible for it.</p>
          <dl>
            <dt>Company</dt>
            <dd>{company.legalName}</dd>
            <dt>Registered office</dt>
            <dd>{company.registeredOffice}</dd>
            <dt>E-mail</dt>
            <dd>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </dd>
            <dt>Phone</dt>
            <dd>
              <PhoneLink phone={company.phone} />
            </dd>
          </dl>
        </>
      ),
    },
    {
      id: 'information-we-collect',
      heading: 'Information We Collect',
      body: (
        <>
          <ul>
            <li>
              <strong>Contact details from inquiries.</strong> When you request a callback, call us
              or write to us, we collect the details that you give us, such as your name, mobile
              number and e-mail address.
            </li>
            <li>
              <strong>Usage data.</strong> We may use cookies to collect data on how the website is
              used.
            </li>
          </ul>
          <p>
            Notes that you type on the <Link to="/accident">Accident page</Link> stay on your
            device. They are not sent to us.
          </p>
        </>
      ),
    },
    {
      id: 'cookie-settings',
      heading: 'Cookie Settings',
      body: (
        <p>
          You control cookies through your browser. Its settings let you see, block and delete them,
          for this website alone or for all.
        </p>
      ),
    },
  ];
  return (
    <LegalPage
      title="Privacy Policy"
      lead="Who controls your data, what we collect and how you control cookies."
      sections={sections}
      from={legal?.privacyFrom}
    />
  );
}
