import { useContext } from 'react';
import { CallButtonsContext } from '../navigation/call-button-visibility.ts';
import { Icon } from '../ui/Icon.tsx';
import './emergency-calls.css';

/**
 * 999 before everything else, then 101. While 999 is on the screen, the phone's call bar, which
 * rings us, stays away.
 */
export function EmergencyCalls() {
  const callButtons = useContext(CallButtonsContext);
  return (
    <div className="danger">
      <Icon name="triangle-alert" />
      <p>
        <strong>Is anyone hurt or in danger?</strong> Call 999 first. Then come back to this page.
      </p>
      <a className="btn danger__999" href="tel:999" ref={callButtons.watch}>
        <Icon name="phone" />
        Call 999
      </a>
      <a className="btn btn--line danger__101" href="tel:101">
        <span>
          Call 101
          <small>Police, if it is not an emergency</small>
        </span>
      </a>
      <details className="fine danger__relay">
        <summary>If you cannot hear or speak</summary>
        <p>
          Dial 18000 from the Relay UK app or a textphone. To use 999 by text, first text the word
          “register” to 999.
        </p>
      </details>
    </div>
  );
}
