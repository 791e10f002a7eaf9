import { HOME_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { FallbackHead } from '../head/route-head.tsx';
import { CallButton } from '../ui/CallButton.tsx';
import { StatusPage } from '../ui/StatusPage.tsx';

export const metadata = {
  id: 'unexpected-error',
  title: 'Unexpected Application Error!',
  description: ({ helpline }) =>
    `This page could not be shown because of an unexpected error. Try again in a moment, or call our ${helpline}.`,
  keywords: 'unexpected error',
  breadcrumb: 'Error',
  ...HOME_PICTURE,
} as const satisfies PageMetadata;

/** The page's own address (RFC 3986, section 5.2.2): it reloads the page, with or without scripts. */
const THIS_PAGE = '';

/**
 * Shown in place of a page that failed. Its links are plain, since the router may be what failed.
 * @param message the status or the message of the error, never its stack
 */
export function UnexpectedError({ message }: { message: string }) {
  return (
    <StatusPage>
      <FallbackHead metadata={metadata} />
      <h1 className="h2">Unexpected Application Error!</h1>
      <p className="lead">{message}</p>
      <p>Try the page again in a moment. You can still call us.</p>
      <div className="actions">
        <CallButton />
        <a className="btn btn--line" href={THIS_PAGE}>
          Load this page again
        </a>
        <a className="btn btn--line" href="/">
          Go back home
        </a>
      </div>
    </StatusPage>
  );
}
