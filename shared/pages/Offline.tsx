import { HOME_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { FallbackHead } from '../head/route-head.tsx';
import { OfflineMessage } from '../site/OfflineMessage.tsx';

export const metadata = {
  id: 'offline',
  title: 'You are offline',
  description: ({ dayAndNight }) =>
    dayAndNight
      ? 'This page needs an internet connection, and you are offline. You can still call our 24-hour helpline, every day.'
      : 'This page needs an internet connection, and you are offline. You can still call our helpline.',
  keywords: 'offline',
  breadcrumb: 'You are offline',
  ...HOME_PICTURE,
} as const satisfies PageMetadata;

/** The service worker shows this in place of a page that it does not keep. */
export function Offline() {
  return (
    <>
      <FallbackHead metadata={metadata} />
      <OfflineMessage>
        <a className="btn btn--line" href="/accident">
          What to do after an accident
        </a>
      </OfflineMessage>
    </>
  );
}
