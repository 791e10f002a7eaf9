import { type MouseEvent, type SubmitEvent, useContext, useEffect, useRef, useState } from 'react';
import { CallButtonsContext } from '../navigation/call-button-visibility.ts';
import { NavigationContext } from '../navigation/navigation-context.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { CALLBACK_SLOW_AFTER_MS, MIN_HUMAN_FILL_MS } from '../site/constants.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { CallbackSuccess, ErrorSummary } from './CallbackResult.tsx';
import { hasDoubt } from './doubts.ts';
import { FormField } from './FormField.tsx';
import { CALLBACK_FIELDS, type FieldErrors, type FieldName } from './fields.ts';
import {
  FORM_ID,
  fillEmpty,
  focusAndScrollTo,
  getInput,
  markSent,
  restoreDraft,
  sanitizeInputs,
  saveDraft,
  validateInputs,
  valuesOf,
  wasSent,
} from './form-inputs.ts';
import { type CallbackResult, FormAnswerContext } from './form-result.ts';
import { submitCallback } from './submit-callback.ts';
import { sourceFields } from './visit-source.ts';
import './callback-form.css';

/**
 * The callback form (docs/specification.md, section 4). It is a plain HTML form; the script adds
 * validation, the request in the background and the result in place. The inputs are uncontrolled,
 * so that text typed before hydration stays.
 * @param props.level the level of the form's headings
 */
export function CallbackForm({ level }: { level: 2 | 3 }) {
  const answer = useContext(FormAnswerContext);
  const callButtons = useContext(CallButtonsContext);
  const { loadRules } = useContext(NavigationContext);
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const [submission, setSubmission] = useState<'begun' | 'slow' | null>(null);
  const { phone24h } = useCompany();
  const { firm } = useWording();
  const [result, setResult] = useState<CallbackResult | null>(answer);
  const [errors, setErrors] = useState<FieldErrors>(answer?.errors ?? {});
  const sent = result?.outcome === 'sent';
  // Without a script the fields to correct are those that the server fills in.
  const isShownAgain = answer && (answer.outcome !== 'sent' || hasDoubt(answer.values));
  const Heading = `h${level}` as const;

  useEffect(() => {
    if (!form.current) return;
    form.current.noValidate = true;
    restoreDraft(form.current);
    const filled = Object.values(valuesOf(form.current)).some(Boolean);
    shownAt.current = filled ? 0 : performance.now();
    if (wasSent() && !filled) setResult({ outcome: 'sent' });
    if (wasSent() || filled || form.current.matches(':focus-within')) loadRules();
  }, [loadRules]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (submission) return;
    const { currentTarget } = event;
    sanitizeInputs(currentTarget);
    const problems = validateInputs(currentTarget);
    setErrors(problems);
    if (Object.keys(problems).length > 0) {
      setResult({});
      return;
    }
    setSubmission('begun');
    setResult(null);
    const slowTimer = setTimeout(setSubmission, CALLBACK_SLOW_AFTER_MS, 'slow');
    const { website, ...fields } = valuesOf(currentTarget);
    const elapsed = Math.round(performance.now() - shownAt.current);
    const response = await submitCallback({
      ...fields,
      ...sourceFields(),
      ...(website && { website }),
      ...(elapsed < MIN_HUMAN_FILL_MS && { elapsed: String(elapsed) }),
    });
    clearTimeout(slowTimer);
    setSubmission(null);
    if (response.outcome === 'sent') {
      currentTarget.reset();
      saveDraft(currentTarget);
      markSent();
    }
    setResult({ ...response, values: fields });
  }

  /** Removes an error as soon as its field is corrected. */
  function onInput(currentTarget: HTMLFormElement) {
    saveDraft(currentTarget);
    const problems = validateInputs(currentTarget);
    const remaining = Object.entries(errors).filter(([name]) => problems[name as FieldName]);
    if (remaining.length < Object.keys(errors).length) setErrors(Object.fromEntries(remaining));
  }

  function reopenForm(event: MouseEvent) {
    event.preventDefault();
    if (!form.current || !sent) return;
    fillEmpty(form.current, result?.values ?? {});
    shownAt.current = 0;
    setResult(null);
    form.current.hidden = false; // at once: the focus needs a field that is shown
    focusAndScrollTo(getInput(form.current, 'mobile'));
  }

  return (
    <div className="form-card">
      {sent ? (
        <CallbackSuccess
          values={result.values}
          within={result.callbackWithin}
          onCorrect={reopenForm}
        />
      ) : null}
      <form
        id={FORM_ID}
        hidden={sent}
        action="/contact.php"
        method="post"
        aria-labelledby="callback-form-heading"
        onFocus={loadRules}
        onSubmit={onSubmit}
        onInput={(event) => onInput(event.currentTarget)}
        ref={form}
      >
        <Heading className="h3" id="callback-form-heading">
          Request a callback
        </Heading>
        <p>We are not your insurer. Asking for a callback does not commit you to anything.</p>
        {result && !sent && (result.outcome || Object.keys(errors).length > 0) ? (
          <ErrorSummary
            result={result}
            errors={errors}
            level={level}
            onChoose={(name) => form.current && focusAndScrollTo(getInput(form.current, name))}
          />
        ) : null}
        <p className="fine">You need to fill in fields marked *</p>
        {CALLBACK_FIELDS.map((field) =>
          field.type === 'hidden' ? (
            <input key={field.name} type="hidden" name={field.name} value="" />
          ) : (
            <FormField
              key={field.name}
              field={field}
              error={errors[field.name]}
              defaultValue={isShownAgain ? answer?.values[field.name] : undefined}
            />
          ),
        )}
        {/* There for robots, which fill in whatever they find. */}
        <div className="vh" aria-hidden="true">
          <label htmlFor="callback-website">Leave this empty</label>
          <input
            id="callback-website"
            name="website"
            type="text"
            tabIndex={-1}
            autoComplete="off"
          />
        </div>
        <button
          className="btn btn--primary btn--lg btn--wide"
          type="submit"
          aria-disabled={submission ? true : undefined}
          ref={callButtons.watch}
        >
          {submission ? 'Sending…' : 'Request a callback'}
        </button>
        {submission === 'slow' ? (
          <p className="fine" role="status">
            Still sending… You can also call us: <PhoneLink phone={phone24h} />.
          </p>
        ) : null}
        <p>{`We are ${firm}. You can still claim through your own insurer or the other driver’s insurer.`}</p>
        <p className="fine">
          {'We use these details only to contact you about your accident. '}
          <PageLink to="/privacy-policy">Read our privacy policy</PageLink>
        </p>
      </form>
    </div>
  );
}
