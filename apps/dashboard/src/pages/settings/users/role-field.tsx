import { SelectField } from '../../../design/field.tsx';
import { reasonOf } from '../../../design/notice.tsx';
import { choicesOf, useRoles } from '../roles/use-roles.ts';

interface RoleFieldProps {
  readonly value: string;
  readonly onChange: (roleId: string) => void;
  readonly error: string | undefined;
}

export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { query, roles } = useRoles();
  const role = roles.find(({ id }) => id === value);
  return (
    <SelectField
      label="Role"
      help={role === undefined ? 'What they can do' : `${role.description || role.name}: ${role.scopes.join(', ')}`}
      error={query.error === null ? error : `Could not load the roles: ${reasonOf(query.error)}`}
      required
      value={value}
      choices={[...(role === undefined ? [{ value: '', label: 'Choose a role' }] : []), ...choicesOf(roles)]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
