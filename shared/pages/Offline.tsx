import { HeadOfStandIn } from '../head/HeadOfStandIn.tsx';
import type { PageMetadata } from '../head/metadata.ts';
import { HOME_PICTURE } from '../head/social-pictures.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { DeadEnd } from '../ui/DeadEnd.tsx';

export const metadata = {
  id: 'offline',
  title: 'You Are Offline',
  description:
    'This page needs an internet connection, and there is none just now. You can still call our 24-hour helpline.',
  keywords: 'offline',
  breadcrumb: 'You Are Offline',
  socialPicture: HOME_PICTURE,
} as const satisfies PageMetadata;

/** An empty reference is the page's own address (RFC 3986, section 5.2.2). */
const THIS_PAGE = '';

/**
 * What the service worker shows in place of a page that it does not keep. No script runs on it; its
 * links are plain.
 */
export function Offline() {
  return (
    <DeadEnd>
      <HeadOfStandIn metadata={metadata} />
      <h1 className="h2">You are offline</h1>
      <p className="lead">This page needs an internet connection. You can still call us.</p>
      <div className="actions">
        <CallButton note="24-hour helpline, every day" />
        <a className="btn btn--line" href="/accident">
          What to do after an accident
        </a>
        <a className="btn btn--line" href={THIS_PAGE}>
          Try again
        </a>
      </div>
    </DeadEnd>
  );
}
