import { useQuery } from '@tanstack/react-query';
import { scopeCatalogue, scopes as allScopes } from '@wheelhouse/contracts';
import type { Scope } from '@wheelhouse/sdk';
import { meQuery } from '../../../api/session.ts';
import { CheckField, FieldGroup } from '../../../design/field.tsx';

interface ScopesFieldProps {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly error: string | undefined;
}

/** In plain words. Nobody gives what they lack, but what is there already may stay. */
export function ScopesField({ value, onChange, error }: ScopesFieldProps) {
  const { data: me } = useQuery(meQuery);
  return (
    <FieldGroup label="Scopes" help="What it can do. Grant only what it needs." error={error}>
      {allScopes.map((scope) => {
        const chosen = value.includes(scope);
        const lacking = me?.scopes.includes(scope) === false && !chosen;
        return (
          <CheckField
            key={scope}
            label={<code>{scope}</code>}
            help={lacking ? 'Your role does not have this scope' : scopeCatalogue[scope].allows}
            // What is chosen to begin with depends on them.
            disabled={lacking || me === undefined}
            checked={chosen}
            onChange={() => onChange(allScopes.filter((one) => value.includes(one) !== (one === scope)))}
          />
        );
      })}
    </FieldGroup>
  );
}
