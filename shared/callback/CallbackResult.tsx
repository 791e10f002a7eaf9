import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { CALLBACK_MESSAGES } from '../site/constants.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { PhoneLink, PhoneNumber } from '../ui/PhoneLink.tsx';
import { phoneWarning, suggestEmail } from './doubts.ts';
import { CALLBACK_FIELDS, type FieldErrors, type FieldName } from './fields.ts';
import { FORM_ID, focusAndScrollTo } from './form-inputs.ts';
import { type CallbackResult, ERROR_TITLE_PREFIX } from './form-result.ts';

interface CallbackSuccessProps {
  /** The values as typed; undefined after a reload, or when the visitor comes back. */
  values: Record<string, string> | undefined;
  /** The promise as of now; when undefined the general one is shown. */
  within: string | undefined;
  /** Called when the visitor wants to correct the number. */
  onCorrect: (event: MouseEvent) => void;
}

/**
 * Replaces the form once the request is sent, and takes the focus. A number that may be mistyped is
 * promised no call until it is corrected.
 */
export function CallbackSuccess({ values, within, onCorrect }: CallbackSuccessProps) {
  const { callbackWithin } = useCompany();
  const { recovery } = useWording();
  const promise = within ?? callbackWithin;
  const numberWarning = values && phoneWarning(values.mobile ?? '');
  const suggestedEmail = values && suggestEmail(values.email ?? '');
  return (
    <div>
      <p
        className="alert alert--ok"
        role="status"
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: on the page that answers a browser's own form post the result is what the visitor came for
        autoFocus
        ref={values ? focusAndScrollTo : undefined}
      >
        {CALLBACK_MESSAGES.sent}
      </p>
      {values ? (
        <>
          <p className={numberWarning ? 'sent__number sent__doubt' : 'sent__number'}>
            {numberWarning ? 'Please check your number: ' : 'We will call '}
            <strong>
              <bdi>{values.mobile}</bdi>
            </strong>
            {numberWarning
              ? `. ${numberWarning} If it is wrong, we cannot call you.`
              : promise && ` ${promise}`}
          </p>
          <p className={suggestedEmail && 'sent__doubt'}>
            Your email address:{' '}
            <strong>
              <bdi>{values.email}</bdi>
            </strong>
            {suggestedEmail ? (
              <>
                {'. Did you mean '}
                <bdi>{suggestedEmail}</bdi>?
              </>
            ) : null}
          </p>
        </>
      ) : null}
      <p>
        <a href={`#${FORM_ID}`} onClick={onCorrect}>
          Change your number or email address
        </a>
      </p>
      {numberWarning ? null : (
        <p>
          Keep your phone close. We will ask where you are, whether you are safe and what happened.
          If we can help, we will arrange{' '}
          {recovery ? 'recovery and a replacement vehicle' : 'a replacement vehicle'}.
        </p>
      )}
      <p>Need us sooner? Call us:</p>
      <CallButton note wide />
    </div>
  );
}

interface ErrorSummaryProps {
  result: CallbackResult;
  /** The errors that are not corrected yet. */
  errors: FieldErrors;
  level: 2 | 3;
  /** Called when a field is chosen from the list of errors. */
  onChoose: (name: FieldName) => void;
}

/** Shows why a request was not sent: the message, or the fields to correct. It takes the focus. */
export function ErrorSummary({ result, errors, level, onChoose }: ErrorSummaryProps) {
  const { phone24h } = useCompany();
  const panel = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const { outcome } = result;
  const refused = CALLBACK_FIELDS.filter(({ name }) => errors[name]);
  const Heading = `h${level}` as const;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every submission moves the focus, the same result too
  useEffect(() => focusAndScrollTo(panel.current), [result]);

  const hasErrors = refused.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title is written anew for a section of the page
  useEffect(() => {
    if (!hasErrors) return;
    document.title = ERROR_TITLE_PREFIX + document.title;
    return () => {
      if (document.title.startsWith(ERROR_TITLE_PREFIX))
        document.title = document.title.slice(ERROR_TITLE_PREFIX.length);
    };
  }, [hasErrors, hash]);

  return (
    <div
      className="alert"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: on the page that answers a browser's own form post the result is what the visitor came for
      autoFocus
      ref={panel}
    >
      {outcome ? (
        <>
          <p>{CALLBACK_MESSAGES[outcome]}</p>
          <PhoneLink phone={phone24h}>
            Call <PhoneNumber phone={phone24h} />
          </PhoneLink>
        </>
      ) : (
        <Heading className="h3">There is a problem</Heading>
      )}
      {hasErrors ? (
        <ul>
          {refused.map(({ name }) => (
            <li key={name}>
              <a
                href={`#callback-${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(name);
                }}
              >
                {errors[name]}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
