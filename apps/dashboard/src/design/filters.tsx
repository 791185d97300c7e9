import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { localMinute } from './clock.ts';
import css from './filters.module.css';

/** Filters stand in one line above their list; the address holds them. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return (
    <search className={css['filters']} aria-label="Filters">
      {children}
    </search>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly placeholder?: string;
}

const pauseMs = 250;

/** Asks once the typing pauses. */
export function TextFilter({ label, value, onChange, placeholder }: TextFilterProps) {
  const id = useId();
  const [text, setText] = useState(value ?? '');
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => setText(value ?? ''), [value]);
  useEffect(() => {
    if (text === (value ?? '')) return undefined;
    const timer = setTimeout(() => latest.current(text === '' ? undefined : text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className={css['filter']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** What no choice is called. */
  readonly none?: string;
  /** Without the first, which is none of them. */
  readonly choices: readonly (string | { readonly value: string; readonly label: string })[];
}

export function ChoiceFilter({ label, value, onChange, none = 'any', choices }: ChoiceFilterProps) {
  const id = useId();
  return (
    <div className={css['filter']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{none}</option>
        {choices.map((choice) => {
          const { value: own, label: words } = typeof choice === 'string' ? { value: choice, label: choice } : choice;
          return (
            <option key={own} value={own}>
              {words}
            </option>
          );
        })}
      </select>
    </div>
  );
}

/** Two moments that belong together stay in one line as long as there is room. */
export function Period({ children }: { readonly children: ReactNode }) {
  return <div className={css['period']}>{children}</div>;
}

interface MomentFilterProps {
  readonly label: string;
  /** With its zone, as the API takes it; shown in the zone of whoever looks. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function MomentFilter({ label, value, onChange }: MomentFilterProps) {
  const id = useId();
  const at = value === undefined ? Number.NaN : Date.parse(value);
  return (
    <div className={css['filter']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={Number.isNaN(at) ? '' : localMinute(at)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : new Date(target.value).toISOString())}
      />
    </div>
  );
}
