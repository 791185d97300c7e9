import {
  type FocusEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import css from './field.module.css';

interface Around {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

interface Inner {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** Label above, help under the label, error under the field. */
export function Field({ label, help, error, children }: Around & { readonly children: (inner: Inner) => ReactNode }) {
  const id = useId();
  const told = [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      {help !== undefined && (
        <div id={`${id}-help`} className={css['help']}>
          {help}
        </div>
      )}
      {children({
        id,
        'aria-describedby': told.length === 0 ? undefined : told.join(' '),
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={css['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, help, error, ...input }: Around & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} help={help} error={error}>
      {(inner) => <input className={css['input']} autoComplete="off" {...input} {...inner} />}
    </Field>
  );
}

/** Whoever comes by keyboard sees all of it; the browser cares for the caret only. */
const showWhole = ({ currentTarget }: FocusEvent<HTMLElement>) => currentTarget.scrollIntoView({ block: 'nearest' });

export function LongTextField({ label, help, error, ...area }: Around & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} help={help} error={error}>
      {(inner) => (
        <textarea className={css['input']} rows={8} spellCheck={false} onFocus={showWhole} {...area} {...inner} />
      )}
    </Field>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SelectField({
  label,
  help,
  error,
  choices,
  ...select
}: Around & SelectHTMLAttributes<HTMLSelectElement> & { readonly choices: readonly Choice[] }) {
  return (
    <Field label={label} help={help} error={error}>
      {(inner) => (
        <select className={css['input']} {...select} {...inner}>
          {choices.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
}

export function CheckField({ label, help, ...input }: CheckProps) {
  const id = useId();
  return (
    <div className={css['check']}>
      <input type="checkbox" {...input} id={id} aria-describedby={help === undefined ? undefined : `${id}-help`} />
      <label htmlFor={id}>{label}</label>
      {help !== undefined && (
        <div id={`${id}-help`} className={css['help']}>
          {help}
        </div>
      )}
    </div>
  );
}

export function FieldGroup({ label, help, error, children }: Around & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={css['field']} aria-describedby={help === undefined ? undefined : `${id}-help`}>
      <legend>{label}</legend>
      {help !== undefined && (
        <div id={`${id}-help`} className={css['help']}>
          {help}
        </div>
      )}
      {children}
      {error !== undefined && <p className={css['error']}>{error}</p>}
    </fieldset>
  );
}
