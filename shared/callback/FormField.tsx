import { useState } from 'react';
import type { CallbackField } from './fields.ts';

interface FormFieldProps {
  field: CallbackField;
  /** What to do about the value that was refused. */
  error: string | undefined;
  defaultValue: string | undefined;
}

/**
 * Label above, error between label and input, so that a screen magnifier at the label meets it. A
 * remark takes the place of the hint: nothing below moves away from the pointer.
 */
export function FormField({ field, error, defaultValue }: FormFieldProps) {
  const { name, label, type, placeholder, autoComplete, required, limit, pattern, hint } = field;
  const [doubt, setDoubt] = useState<string>();
  const id = `callback-${name}`;
  const help = error || hint ? `${id}-help` : undefined;
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
          {hint ? <p aria-live="polite">{doubt ?? hint}</p> : null}
        </div>
      ) : null}
      <input
        id={id}
        name={name}
        type={type}
        required={required}
        maxLength={limit}
        pattern={pattern}
        placeholder={placeholder}
        autoComplete={autoComplete}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={help}
        onBlur={(event) => setDoubt(field.doubt?.(event.currentTarget.value))}
      />
    </div>
  );
}
