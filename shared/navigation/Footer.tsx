import { PAGE_GROUPS, type PageGroup } from '../content-page.ts';
import { contentPagePath } from '../routes.ts';
import { type Company, registrationText, whatsAppHref } from '../site/company.ts';
import { useCompany, useSite, useWording } from '../site/site-context.ts';
import { MailLink } from '../ui/MailLink.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { whole } from '../ui/whole.tsx';
import { Logo } from './Logo.tsx';
import { PageLink } from './PageLink.tsx';
import './footer.css';

export function Footer() {
  const company = useCompany();
  const { helplineNote, recovery, firm } = useWording();
  return (
    <>
      <div className="chev" />
      <footer className="footer">
        <div className="wrap">
          <div className="footer__grid">
            <div>
              <Logo />
              <p>
                {whole(
                  `${recovery ? 'Recovery, replacement' : 'Replacement'} vehicles, credit hire, bodyshop repairs and claim help after non-fault accidents. We are ${firm}, not an insurer.`,
                )}
              </p>
            </div>
            <div>
              <h2>Call us</h2>
              <p>
                <PhoneLink className="num" phone={company.phone24h} />
                <br />
                {whole(helplineNote)}
              </p>
              {company.phone === company.phone24h ? null : (
                <p>
                  <PhoneLink className="num" phone={company.phone} />
                  <br />
                  Main line, for general enquiries
                </p>
              )}
              {company.whatsapp ? (
                <p>
                  <a href={whatsAppHref(company.whatsapp)}>WhatsApp</a>
                </p>
              ) : null}
            </div>
            <div>
              <h2>Email or write to us</h2>
              <p>
                <MailLink email={company.claimsEmail} />
              </p>
              <address>{whole(company.headOffice)}</address>
            </div>
            <nav aria-label="Legal">
              <h2>Legal</h2>
              <ul className="footer__legal">
                <li>
                  <PageLink to="/terms">Terms &amp; Conditions</PageLink>
                </li>
                <li>
                  <PageLink to="/complaints">Complaints Procedure</PageLink>
                </li>
                <li>
                  <PageLink to="/privacy-policy">Privacy Policy</PageLink>
                </li>
              </ul>
            </nav>
          </div>
          <PageGroups />
          <p className="legal">{whole(legalLine(company))}</p>
        </div>
      </footer>
    </>
  );
}

/** The pages of the content service. A group without any has no heading. */
function PageGroups() {
  const { pages } = useSite();
  if (!pages) return null;
  return (
    <nav className="footer__pages" aria-label="More pages">
      {(Object.keys(PAGE_GROUPS) as PageGroup[]).map((group) =>
        pages[group] ? (
          <div key={group}>
            <h2>{PAGE_GROUPS[group]}</h2>
            <ul className="footer__legal">
              {pages[group].map(({ slug, title }) => (
                <li key={slug}>
                  <PageLink to={contentPagePath(slug)}>{title}</PageLink>
                </li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </nav>
  );
}

function legalLine(company: Company): string {
  const { years, legalName, registeredOffice, vat, ico } = company;
  return [
    years ? `© ${years} ${legalName}.` : `© ${legalName}.`,
    registrationText(company),
    `Registered office: ${registeredOffice}.`,
    vat && `VAT number ${vat}.`,
    ico && `ICO registration ${ico}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
