import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import { useSite } from '../../site/site-context.ts';
import { whole } from '../../ui/whole.tsx';

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
    plain: 'This website is for your personal use. We are not responsible for how you use it.',
    text: (
      <>
        <p>
          {whole(
            'The content of this website is for your personal, non-commercial use only. We accept no liability for any use you make of it. Nothing in these terms limits any liability that the law does not allow us to limit.',
          )}
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
    plain: 'Our privacy policy explains what we do with your details.',
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
    plain: 'These terms may change. Check this page from time to time.',
    text: (
      <p>
        We may change these terms at any time. If you continue to use the website after a change,
        you are bound by the new terms.
      </p>
    ),
  },
  {
    id: 'governing-law',
    heading: 'Governing Law',
    plain: 'The law and the courts of England and Wales apply.',
    text: (
      <p>
        These terms are governed by the law of England and Wales, and its courts decide any dispute
        about them or this website. If you live in Scotland or Northern Ireland, you may also use
        the courts there.
      </p>
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
      lead={`By using the ${company.name} website you accept the terms on this page. They do not cover hire or repairs: those have agreements of their own.`}
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
