import type { PageMetadata } from '../head/metadata.ts';
import { HOME_PICTURE } from '../head/social-pictures.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { CallButton } from '../ui/CallButton.tsx';
import { DeadEnd } from '../ui/DeadEnd.tsx';
import { Plate } from '../ui/scenery/Plate.tsx';

export const metadata = {
  id: 'not-found',
  title: 'Page Not Found',
  description:
    'The page you are looking for was not found. Go back home, read what to do after an accident, or call our line, answered 24 hours a day.',
  keywords: 'page not found',
  breadcrumb: 'Page Not Found',
  socialPicture: HOME_PICTURE,
} as const satisfies PageMetadata;

/** Every address that the site does not have. */
export function Page() {
  return (
    <DeadEnd>
      <Plate as="h1">404</Plate>
      <p className="lead">The page you are looking for was not found.</p>
      <div className="actions">
        <CallButton />
        <PageLink className="btn btn--line" to="/">
          Go back home
        </PageLink>
      </div>
    </DeadEnd>
  );
}
