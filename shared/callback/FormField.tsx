import { useRef, useState } from 'react';
import type { CallbackField } from './fields.ts';
import '../ui/field.css';

interface FormFieldProps {
  field: CallbackField;
  /** The message about the rejected value. */
  error: string | undefined;
  defaultValue: string | undefined;
}

/**
 * A field with its label and messages. The error stands between label and input, so that a screen
 * magnifier at the label meets it. A warning appears when the field is left, and replaces the hint:
 * nothing below moves away from the pointer. A suggestion, which takes a line of its own, appears
 * during the typing.
 */
export function FormField({ field, error, defaultValue }: FormFieldProps) {
  const { name, label, type, placeholder, autoComplete, required, pattern, hint } = field;
  const [warning, setWarning] = useState<string>();
  const [suggestion, setSuggestion] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = `callback-${name}`;
  const help = error || hint || suggestion ? `${id}-help` : undefined;

  function onInput(typed: string) {
    if (warning) setWarning(field.warn?.(typed));
    setSuggestion(field.suggest?.(typed));
  }

  function applySuggestion(value: string) {
    if (!input.current) return;
    input.current.value = value;
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    input.current.focus();
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {help ? (
        <div id={help}>
          {error ? (
            <p className="field__error">
              <span className="vh">Error: </span>
              {error}
            </p>
          ) : null}
          {hint && !error ? (
            <p className={warning && 'field__doubt'} aria-live="polite">
              {warning ?? hint}
            </p>
          ) : null}
          {suggestion ? (
            <p className="field__doubt" role="status">
              Did you mean{' '}
              <button type="button" onClick={() => applySuggestion(suggestion)}>
                {suggestion}
              </button>
              ?
            </p>
          ) : null}
        </div>
      ) : null}
      <input
        id={id}
        name={name}
        type={type}
        required={required}
        pattern={pattern}
        placeholder={placeholder}
        autoComplete={autoComplete}
        defaultValue={defaultValue}
        dir={type === 'text' ? undefined : 'ltr'}
        aria-invalid={error ? true : undefined}
        aria-describedby={help}
        ref={input}
        onBlur={(event) => setWarning(field.warn?.(event.currentTarget.value))}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
