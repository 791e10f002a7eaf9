import { useContext, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useCompany } from '../site/site-context.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneLink, PhoneNumber } from '../ui/PhoneLink.tsx';
import { CallButtonsContext } from './call-button-visibility.ts';
import { PageLink } from './PageLink.tsx';
import './callbar.css';

/** Pages with the form. */
const WITH_FORM = ['/', '/contact', '/replacement-vehicles', '/credit-hire', '/bodyshop-repairs'];

/**
 * Phones only: a call is one thumb away at any scroll position. It leaves the screen while a large
 * call button or the button of the callback form is there. It starts off the screen, since most
 * pages open with such a button; without JavaScript the stylesheet keeps it in place.
 */
export function CallBar() {
  const { phone24h } = useCompany();
  const { pathname } = useLocation();
  const { inView } = useContext(CallButtonsContext);
  const away = useSyncExternalStore(inView.subscribe, inView.get, () => true);

  useEffect(() => {
    if (!document.querySelector('.btn--lg')) inView.set(false);
  }, [inView]);

  return (
    <section className="callbar" aria-label="Call us" data-away={away || undefined}>
      <PhoneLink className="btn btn--call" phone={phone24h}>
        <Icon name="phone" />
        <span className="num">
          Call <PhoneNumber phone={phone24h} />
        </span>
      </PhoneLink>
      <PageLink
        className="btn btn--line"
        to={WITH_FORM.includes(pathname) ? '#callback-name' : '/contact'}
      >
        Callback
      </PageLink>
    </section>
  );
}
