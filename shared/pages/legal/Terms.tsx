import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { LegalPage, type LegalSection } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import { useSite } from '../../site/site-context.ts';
import { Words } from '../../ui/Words.tsx';

export const metadata = {
  id: 'terms',
  title: 'Terms & Conditions of This Website',
  description:
    'The terms for using this website: personal, non-commercial use, liability, data protection, changes to the terms and governing law.',
  keywords: 'terms and conditions, website terms, liability, governing law, England and Wales',
  breadcrumb: 'Terms & Conditions',
  socialPicture: LEGAL_PICTURE,
} as const satisfies PageMetadata;

/** Terms & Conditions of the website. */
export function Page() {
  const { company, legal } = useSite();
  const sections: LegalSection[] = [
    {
      id: 'liability',
      heading: 'Liability',
      plain: 'Use the website for yourself. We do not answer for what you do with it.',
      body: (
        <>
          <p>
            <Words>
              The content of this website is for your personal, non-commercial use only. We accept
              no liability for any use that you make of it.
            </Words>
          </p>
          <p>
            We do not promise that the website will always be available or that it will run without
            interruption.
          </p>
        </>
      ),
    },
    {
      id: 'data-protection',
      heading: 'Data Protection and Privacy',
      plain: 'Another page says what we do with your details.',
      body: (
        <p>
          We handle the details that you give us under our{' '}
          <PageLink to="/privacy-policy">privacy policy</PageLink>.
        </p>
      ),
    },
    {
      id: 'changes',
      heading: 'Changes to the Terms',
      plain: 'These terms can change. Look here again from time to time.',
      body: (
        <p>
          We may change these terms at any time. If you continue to use the website after a change,
          you are bound by the terms as changed.
        </p>
      ),
    },
    {
      id: 'governing-law',
      heading: 'Governing Law',
      plain: 'If we cannot agree, a court in England or Wales decides.',
      body: (
        <p>The courts of England and Wales decide any dispute about these terms or this website.</p>
      ),
    },
  ];
  return (
    <LegalPage
      page={metadata.id}
      title="Terms & conditions"
      lead={`By using the ${company.name} website you accept the terms on this page.`}
      sections={sections}
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
