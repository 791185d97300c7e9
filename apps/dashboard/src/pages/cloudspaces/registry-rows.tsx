import { Button, IconButton } from '../../design/button.tsx';
import { FieldGroup, TextField } from '../../design/field.tsx';
import css from './registry-rows.module.css';

export interface RegistryDraft {
  readonly key: number;
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

interface RegistryRowsProps {
  readonly rows: readonly RegistryDraft[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly RegistryDraft[]) => void;
}

/** Registries that ask for a password, of a CloudSpace that is not there yet. */
export function RegistryRows({ rows, error, onChange }: RegistryRowsProps) {
  const set = (key: number, part: Partial<RegistryDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () =>
    onChange([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, host: '', username: '', password: '' }]);
  return (
    <FieldGroup
      label="Registries"
      help="Where images are pulled from with a password; public ones need none"
      error={error}
    >
      <div className={css['rows']}>
        {rows.map(({ key, host, username, password }) => (
          <div key={key} className={css['row']}>
            <div className={css['fields']}>
              <TextField
                label="Host"
                required
                maxLength={253}
                placeholder="registry.example.com"
                spellCheck={false}
                value={host}
                onChange={(event) => set(key, { host: event.target.value })}
              />
              <TextField
                label="User name"
                required
                maxLength={255}
                spellCheck={false}
                value={username}
                onChange={(event) => set(key, { username: event.target.value })}
              />
              <TextField
                label="Password or token"
                required
                type="password"
                autoComplete="new-password"
                maxLength={16_384}
                value={password}
                onChange={(event) => set(key, { password: event.target.value })}
              />
            </div>
            <IconButton
              icon="close"
              label={`Remove ${host === '' ? 'this registry' : host}`}
              onClick={() => onChange(rows.filter((row) => row.key !== key))}
            />
          </div>
        ))}
        <span>
          <Button icon="plus" onClick={add}>
            Add registry
          </Button>
        </span>
      </div>
    </FieldGroup>
  );
}
