import { useEffect, useRef } from 'react';
import { watchCallButton } from '../navigation/call-buttons-in-view.ts';
import { useCompany } from '../site/site-context.ts';
import { Icon } from './Icon.tsx';
import { PhoneLink } from './PhoneLink.tsx';

interface CallButtonProps {
  /** The small line under the number. */
  note?: string;
  /** The main office's number in place of the 24-hour helpline. */
  office?: boolean;
  /** Takes the whole width of its box. */
  wide?: boolean;
}

/**
 * The large yellow button that rings us. While one is in view, the call bar on phones slides away.
 */
export function CallButton({ note, office = false, wide = false }: CallButtonProps) {
  const company = useCompany();
  const phone = office ? company.phone : company.phone24h;
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => (link.current ? watchCallButton(link.current) : undefined), []);

  return (
    <PhoneLink
      className={`btn btn--call btn--lg${wide ? ' btn--wide' : ''}`}
      phone={phone}
      ref={link}
    >
      <Icon name="phone" />
      <span>
        <span className="num">{`Call ${phone}`}</span>
        {note ? <small>{note}</small> : null}
      </span>
    </PhoneLink>
  );
}
