import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { LegalPage } from '../../legal/LegalPage.tsx';
import { collectedData } from '../../privacy/collected-data.tsx';
import { dataRights } from '../../privacy/data-rights.tsx';
import { deviceData } from '../../privacy/device-data.tsx';
import { useSite } from '../../site/site-context.ts';

export const metadata = {
  id: 'privacy-policy',
  title: 'Privacy Policy: How We Handle Your Details',
  description:
    'Who controls your data, which contact details and cookie-based usage data we collect, and how to set your cookie choices in the browser.',
  keywords: 'privacy policy, data controller, personal data, cookies, contact details',
  breadcrumb: 'Privacy Policy',
  socialPicture: LEGAL_PICTURE,
} as const satisfies PageMetadata;

/**
 * What UK GDPR article 13 and PECR regulation 6 require a website to say, true of this site as it
 * is configured. docs/legal.md lists each requirement and where it is met.
 */
export function Page() {
  const site = useSite();
  return (
    <LegalPage
      page={metadata.id}
      title="Privacy policy"
      lead="Who controls your data, what we collect, what stays on your device and how you control cookies."
      sections={[...collectedData(site), ...deviceData(site), ...dataRights(site)]}
      from={site.legal?.privacyFrom}
    />
  );
}
