import { HOME_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { ArrowLink, PageLink } from '../navigation/PageLink.tsx';
import { useSite } from '../site/site-context.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { StatusPage } from '../ui/StatusPage.tsx';
import { Plate } from '../ui/scenery/Plate.tsx';
import './not-found.css';

export const metadata = {
  id: 'not-found',
  title: 'Page Not Found',
  description: ({ helpline }) =>
    `The page you are looking for was not found. Go back home, read what to do after an accident, or call our ${helpline}.`,
  keywords: 'page not found',
  breadcrumb: 'Page Not Found',
  ...HOME_PICTURE,
} as const satisfies PageMetadata;

/** The page for every path that the site does not have, with ways on from it. */
export function Page() {
  const { noBlog } = useSite();
  return (
    <StatusPage>
      <Plate as="h1">404</Plate>
      <p className="lead">The page you are looking for was not found.</p>
      <div className="actions">
        <CallButton note />
        <PageLink className="btn btn--line" to="/">
          Go back home
        </PageLink>
      </div>
      <ul className="ways">
        <li>
          <ArrowLink to="/accident">What to do after an accident</ArrowLink>
        </li>
        <li>
          <ArrowLink to="/contact">Request a callback</ArrowLink>
        </li>
        {noBlog ? null : (
          <li>
            <ArrowLink to="/blogs">Read our blog</ArrowLink>
          </li>
        )}
      </ul>
    </StatusPage>
  );
}
