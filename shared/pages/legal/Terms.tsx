import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
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

const CLAUSES: readonly Clause[] = [
  {
    id: 'liability',
    heading: 'Liability',
    plain: 'Use the website for yourself. We do not answer for what you do with it.',
    text: (
      <>
        <p>
          The content of this website is for your personal, non-commercial use only. We accept no
          liability for any use that you make of it.
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
    text: (
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
    text: (
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
    text: (
      <p>The courts of England and Wales decide any dispute about these terms or this website.</p>
    ),
  },
];

/** Terms & Conditions of the website. */
export function Page() {
  const { company, legal } = useSite();
  return (
    <LegalPage
      page={metadata.id}
      title="Terms & conditions"
      lead={`By using the ${company.name} website you accept the terms on this page.`}
      clauses={CLAUSES}
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
