import { type SubmitEvent, useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { jumpTo } from '../navigation/jump-to.ts';
import { FASTEST_PERSON_MS } from '../site/constants.ts';
import { CallbackPanel, type CallbackResult } from './CallbackPanel.tsx';
import { FormAnswerContext } from './callback.ts';
import { dropDraft, keepDraft, restoreDraft } from './callback-draft.ts';
import { requestCallback } from './callback-request.ts';
import { FormField } from './FormField.tsx';
import { CALLBACK_FIELDS, mapFields, VISIBLE_FIELDS } from './fields.ts';
import { inputOf, problemsIn, typedInto } from './form-inputs.ts';

/**
 * The callback form (sections 3 to 8 of the specification). It is a plain HTML form; the script
 * adds its own check, the request in the background and the answer in place. The inputs are the
 * browser's: what is typed before hydration stays.
 *
 * @param level of the form's headings
 */
export function CallbackForm({ level }: { level: 2 | 3 }) {
  const answer = useContext(FormAnswerContext);
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const [result, setResult] = useState<CallbackResult | null>(answer);
  const errors = result?.errors ?? {};
  const Heading = `h${level}` as const;

  useEffect(() => {
    if (!form.current) return;
    form.current.noValidate = true;
    if (answer?.outcome === 'sent') dropDraft();
    else restoreDraft(form.current);
    const filled = VISIBLE_FIELDS.some(({ name }) => form.current && typedInto(form.current, name));
    shownAt.current = filled ? 0 : performance.now();
  }, [answer]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const { currentTarget } = event;
    const problems = problemsIn(currentTarget);
    if (Object.keys(problems).length > 0) {
      setResult({ errors: problems });
      return;
    }
    busy.current = true;
    setSending(true);
    setResult(null);
    const website = typedInto(currentTarget, 'website');
    const elapsed = Math.round(performance.now() - shownAt.current);
    const outcome = await requestCallback({
      ...mapFields(({ name, type }) => (type === 'hidden' ? '' : typedInto(currentTarget, name))),
      ...(website && { website }),
      ...(elapsed < FASTEST_PERSON_MS && { elapsed: String(elapsed) }),
    });
    busy.current = false;
    setSending(false);
    if (outcome === 'sent') {
      for (const input of currentTarget.querySelectorAll('input')) input.value = '';
      dropDraft();
    }
    setResult({ outcome, errors: {} });
  }

  return (
    <form
      className="form-card"
      action="/contact.php"
      method="post"
      aria-labelledby="callback-form-heading"
      onSubmit={onSubmit}
      onInput={(event) => keepDraft(event.currentTarget)}
      ref={form}
    >
      <Heading className="h3" id="callback-form-heading">
        Request a callback
      </Heading>
      {result ? (
        <CallbackPanel
          result={result}
          level={level}
          onChoose={(name) => form.current && jumpTo(inputOf(form.current, name))}
        />
      ) : null}
      {CALLBACK_FIELDS.map((field) =>
        field.type === 'hidden' ? (
          <input key={field.name} type="hidden" name={field.name} value="" />
        ) : (
          <FormField
            key={field.name}
            field={field}
            error={errors[field.name]}
            defaultValue={answer?.values[field.name] || undefined}
          />
        ),
      )}
      {/* There for robots, which fill in whatever they find. */}
      <div className="vh" aria-hidden="true">
        <label htmlFor="callback-website">Leave this empty</label>
        <input id="callback-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button
        className="btn btn--primary btn--lg btn--wide"
        type="submit"
        aria-disabled={sending || undefined}
      >
        {sending ? 'Sending…' : 'Request a callback'}
      </button>
      <p className="fine">
        We use these details only to call you about your accident.{' '}
        <Link to="/privacy-policy">Privacy Policy</Link>
      </p>
    </form>
  );
}
