import { useEffect, useRef } from 'react';
import { watchCallButton } from '../navigation/CallBar.tsx';
import { useCompany, useWording } from '../site/site-context.ts';
import { Icon } from './Icon.tsx';
import { PhoneLink } from './PhoneLink.tsx';

interface CallButtonProps {
  /** Says under the number whose it is. */
  note?: boolean;
  /** The main office's number in place of the 24-hour helpline. */
  office?: boolean;
  /** Takes the whole width of its box. */
  wide?: boolean;
}

/**
 * The large yellow button that rings us. While one is in view, the call bar on phones slides away.
 */
export function CallButton({ note = false, office = false, wide = false }: CallButtonProps) {
  const company = useCompany();
  const { helplineNote } = useWording();
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
        {note ? <small>{helplineNote}</small> : null}
      </span>
    </PhoneLink>
  );
}
