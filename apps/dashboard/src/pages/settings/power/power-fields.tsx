import { TextField } from '../../../design/field.tsx';
import { fieldError } from '../../../design/form.tsx';
import { ClustersField } from './clusters-field.tsx';
import type { PowerState } from './power.ts';
import { ScopesField } from './scopes-field.tsx';

interface PowerFieldsProps {
  readonly power: PowerState;
  readonly error: Error | null;
  readonly nameHelp: string;
}

export function PowerFields({ power: { value, fault, change }, error, nameHelp }: PowerFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        help={nameHelp}
        value={value.name}
        required
        maxLength={63}
        error={fieldError(error, 'name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Description"
        help="What it is for (optional)"
        value={value.description}
        maxLength={1_000}
        error={fieldError(error, 'description')}
        onChange={(event) => change({ description: event.target.value })}
      />
      <ScopesField value={value.scopes} error={fieldError(error, 'scopes')} onChange={(scopes) => change({ scopes })} />
      <ClustersField
        value={value.cluster_ids}
        error={fault ?? fieldError(error, 'cluster_ids')}
        onChange={(cluster_ids) => change({ cluster_ids })}
      />
    </>
  );
}
