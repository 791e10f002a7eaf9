import type { CallbackField } from './fields.ts';

interface FormFieldProps {
  field: CallbackField;
  /** What to do about the value that was refused. */
  error: string | undefined;
  defaultValue: string | undefined;
}

/** Label above, error between label and input, so that a screen magnifier at the label meets it. */
export function FormField({ field, error, defaultValue }: FormFieldProps) {
  const { name, label, type, placeholder, autoComplete, required, limit } = field;
  const id = `callback-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {error ? (
        <p className="field__error" id={`${id}-error`}>
          <span className="vh">Error: </span>
          {error}
        </p>
      ) : null}
      <input
        id={id}
        name={name}
        type={type}
        required={required}
        maxLength={limit}
        placeholder={placeholder}
        autoComplete={autoComplete}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
    </div>
  );
}
