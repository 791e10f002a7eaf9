import { useContext } from 'react';
import { CallButtonsContext } from '../navigation/call-button-visibility.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { Icon } from './Icon.tsx';
import { PhoneLink } from './PhoneLink.tsx';
import { whole } from './whole.tsx';

interface CallButtonProps {
  /**
   * Adds whose number it is. When it is not answered day and night, every button says when it is.
   */
  note?: boolean;
  /** Takes the whole width of its box. */
  wide?: boolean;
}

/**
 * The large yellow button that rings us. While one is in view, the call bar on phones slides away.
 */
export function CallButton({ note = false, wide = false }: CallButtonProps) {
  const { phone24h } = useCompany();
  const { helplineNote, dayAndNight } = useWording();
  const callButtons = useContext(CallButtonsContext);
  return (
    <PhoneLink
      className={`btn btn--call btn--lg${wide ? ' btn--wide' : ''}`}
      phone={phone24h}
      ref={callButtons.watch}
    >
      <Icon name="phone" />
      <span>
        <span className="num">
          Call <bdi>{phone24h}</bdi>
        </span>
        {note || !dayAndNight ? <small>{whole(helplineNote)}</small> : null}
      </span>
    </PhoneLink>
  );
}
