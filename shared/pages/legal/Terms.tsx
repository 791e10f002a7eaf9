import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { LegalPage } from '../../legal/LegalPage.tsx';
import { useSite } from '../../site/site-context.ts';

export const metadata = {
  id: 'terms',
  title: 'Terms & Conditions of This Website',
  description:
    'The terms for using this website: personal, non-commercial use, liability, data protection, changes to the terms and governing law.',
  keywords: 'terms and conditions, website terms, liability, governing law, England and Wales',
  breadcrumb: 'Terms & Conditions',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

const TEXT = `
# liability Liability
> Use the website for yourself. We do not answer for what you do with it.
The content of this website is for your personal, non-commercial use only. We accept no liability for any use that you make of it.
We do not promise that the website will always be available or that it will run without interruption.
# data-protection Data Protection and Privacy
> Another page says what we do with your details.
We handle the details that you give us under our [privacy policy](/privacy-policy).
# changes Changes to the Terms
> These terms can change. Look here again from time to time.
We may change these terms at any time. If you continue to use the website after a change, you are bound by the terms as changed.
# governing-law Governing Law
> If we cannot agree, a court in England or Wales decides.
The courts of England and Wales decide any dispute about these terms or this website.
`;

/** Terms & Conditions of the website. */
export function Page() {
  const { company, legal } = useSite();
  return (
    <LegalPage
      page={metadata.id}
      title="Terms & conditions"
      lead={`By using the ${company.name} website you accept the terms on this page.`}
      text={TEXT}
      from={legal?.termsFrom}
    >
      <p className="fine">
        {company.legalName}
        <br />
        Registered address: {company.registeredOffice}
        <br />
        Company number: {company.number}
      </p>
    </LegalPage>
  );
}
