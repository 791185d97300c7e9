import { useRef } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { FieldGroup } from '../../design/field.tsx';
import field from '../../design/field.module.css';
import type { EnvRow } from './draft.ts';
import css from './env-field.module.css';

interface EnvFieldProps {
  readonly rows: readonly EnvRow[];
  readonly error: string | undefined;
  readonly help: string;
  readonly onChange: (rows: readonly EnvRow[]) => void;
}

/** A line for each name. */
export function EnvField({ rows, error, help, onChange }: EnvFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const set = (key: number, part: Partial<EnvRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const focus = (selector: string) =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(selector)?.focus());
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, name: '', value: '' }]);
    focus(`[data-name="${key}"]`);
  };
  const remove = (key: number) => {
    onChange(rows.filter((row) => row.key !== key));
    focus('[data-add]');
  };
  return (
    <FieldGroup label="Environment" help={help} error={error}>
      <div ref={place} className={css['rows']}>
        {rows.map(({ key, name, value }, index) => (
          <div key={key} className={css['row']}>
            <input
              className={field['input']}
              data-name={key}
              aria-label={`Name ${index + 1}`}
              placeholder="NAME"
              value={name}
              maxLength={253}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set(key, { name: event.target.value })}
            />
            <input
              className={field['input']}
              aria-label={`Value of ${name === '' ? `name ${index + 1}` : name}`}
              placeholder="value"
              value={value}
              maxLength={32_768}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set(key, { value: event.target.value })}
            />
            <IconButton icon="close" label={`Remove ${name === '' ? 'this line' : name}`} onClick={() => remove(key)} />
          </div>
        ))}
        <span>
          <Button icon="plus" data-add onClick={add}>
            Add variable
          </Button>
        </span>
      </div>
    </FieldGroup>
  );
}
