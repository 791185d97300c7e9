import { guardWords } from '@wheelhouse/contracts';
import { useId } from 'react';
import field from '../../../design/field.module.css';
import css from './guard-form.module.css';
import { type GuardSentence, usualWords } from './guards.ts';

interface GuardRowProps {
  readonly guard: GuardSentence;
  readonly value: string;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One guard: a sentence with its value in it, what it is by default, and its name in the API. */
export function GuardRow({ guard, value, disabled, error, onChange }: GuardRowProps) {
  const id = useId();
  const { name, before, after, more } = guard;
  const inner = {
    'aria-label': guardWords[name],
    'aria-describedby': error === undefined ? `${id}-help` : `${id}-help ${id}-error`,
    'aria-invalid': error === undefined ? undefined : true,
    className: field['input'],
    disabled,
    value,
  };
  return (
    <div id={name} className={css['guard']} data-kind={guard.kind}>
      <div className={css['sentence']}>
        {before} <Value guard={guard} inner={inner} onChange={onChange} /> {after}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={field['error']}>
          {error}
        </p>
      )}
      <div id={`${id}-help`} className={field['help']}>
        {more} Default: <span className="name">{usualWords(guard)}</span>. <code>{name}</code>
      </div>
    </div>
  );
}

interface ValueProps {
  readonly guard: GuardSentence;
  readonly inner: React.InputHTMLAttributes<HTMLElement> & { readonly value: string };
  readonly onChange: (value: string) => void;
}

function Value({ guard, inner, onChange }: ValueProps) {
  if (guard.kind === 'list')
    return (
      <textarea
        {...inner}
        rows={Math.max(2, inner.value.split('\n').length)}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  if (guard.kind === 'choice')
    return (
      <select {...inner} onChange={(event) => onChange(event.target.value)}>
        <option value="">{guard.no}</option>
        <option value="yes">{guard.yes}</option>
      </select>
    );
  return (
    <input
      {...inner}
      type="number"
      required
      min={0}
      max={guard.most}
      step={1}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
