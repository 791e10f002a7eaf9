import { useEffect, useRef } from 'react';
import { jumpTo } from '../navigation/jump-to.ts';
import { CALLBACK_MESSAGES } from '../site/constants.ts';
import { useCompany } from '../site/site-context.ts';
import { CallButton } from '../ui/CallButton.tsx';

interface CallbackSentProps {
  /** As typed. */
  values: Record<string, string>;
  /** How soon the company rings, from now; else the words of its pages are shown. */
  within: string | undefined;
  formId: string;
  /** The number is wrong: the visitor wants the form back. */
  onCorrect: () => void;
}

/** Takes the place of the form once the request is sent, with the focus on its message. */
export function CallbackSent({ values, within, formId, onCorrect }: CallbackSentProps) {
  const { callbackWithin: general } = useCompany();
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => jumpTo(message.current), []);
  return (
    <div>
      <p
        className="alert alert--ok"
        role="status"
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: on the page that answers a browser's own form post the result is what the visitor came for
        autoFocus
        ref={message}
      >
        {CALLBACK_MESSAGES.sent}
      </p>
      <p className="sent__number">
        We will ring <strong>{values.mobile}</strong>
        {(within ?? general) && ` ${within ?? general}`}
      </p>
      <p className="sent__email">
        Your e-mail address: <strong>{values.email}</strong>
      </p>
      <p>
        <a
          href={`#${formId}`}
          onClick={(event) => {
            event.preventDefault();
            onCorrect();
          }}
        >
          Correct the number or the address
        </a>
      </p>
      <p>
        Keep your phone near you. We will ask where you are and whether you are safe. Then we
        arrange recovery and a replacement.
      </p>
      <p>Need us sooner? Ring us:</p>
      <CallButton note wide />
    </div>
  );
}
