import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useCompany } from '../site/site-context.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { isCallButtonInView, onCallButtonsChange } from './call-buttons-in-view.ts';
import { PageLink } from './PageLink.tsx';

/**
 * Phones only: a call is one thumb away at any scroll position. It leaves the screen while a large
 * call button or the button of the callback form is there. It starts off the screen, since most
 * pages open with such a button; without JavaScript the stylesheet keeps it in place.
 */
export function CallBar() {
  const { phone24h } = useCompany();
  const { pathname } = useLocation();
  const away = useSyncExternalStore(onCallButtonsChange, isCallButtonInView, () => true);
  return (
    <section className="callbar" aria-label="Call us" data-away={away || undefined}>
      <PhoneLink className="btn btn--call" phone={phone24h}>
        <Icon name="phone" />
        <span className="num">{`Call ${phone24h}`}</span>
      </PhoneLink>
      <PageLink
        className="btn btn--line"
        to={pathname === '/' || pathname === '/contact' ? '#callback-name' : '/contact'}
      >
        Ring me
      </PageLink>
    </section>
  );
}
