import { Button, IconButton } from '../../../design/button.tsx';
import { FieldGroup, SelectField, TextField } from '../../../design/field.tsx';
import css from './groups-field.module.css';
import type { GroupRow } from './wanted.ts';

interface GroupsFieldProps {
  readonly rows: readonly GroupRow[];
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly GroupRow[]) => void;
}

/** Which of the provider's groups has which role. The order counts. */
export function GroupsField({ rows, choices, error, onChange }: GroupsFieldProps) {
  const set = (key: number, part: Partial<GroupRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () =>
    onChange([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, group: '', roleId: '' }]);
  const raise = (place: number) => {
    const moved = [...rows];
    moved.splice(place - 1, 0, ...moved.splice(place, 1));
    onChange(moved);
  };
  return (
    <FieldGroup
      label="Groups and their roles"
      help="The first matching group decides. Without groups, users keep the role they have."
      error={error}
    >
      {rows.map(({ key, group, roleId }, place) => (
        <div key={key} className={css['row']}>
          <TextField
            label={`Group ${place + 1}`}
            value={group}
            required
            maxLength={255}
            spellCheck={false}
            onChange={(event) => set(key, { group: event.target.value })}
          />
          <SelectField
            label="Role"
            value={roleId}
            required
            choices={[...(roleId === '' ? [{ value: '', label: 'Choose a role' }] : []), ...choices]}
            onChange={(event) => set(key, { roleId: event.target.value })}
          />
          <div className={css['buttons']}>
            <IconButton
              icon="rising"
              label={`Move group ${place + 1} up`}
              disabled={place === 0}
              onClick={() => raise(place)}
            />
            <IconButton
              icon="close"
              label={`Remove group ${place + 1}`}
              onClick={() => onChange(rows.filter((row) => row.key !== key))}
            />
          </div>
        </div>
      ))}
      <div>
        <Button onClick={add}>Add group</Button>
      </div>
    </FieldGroup>
  );
}
