import { useClusters } from '../../../api/clusters.ts';
import { ClusterName } from '../../../design/cluster-mark.tsx';
import { CheckField, FieldGroup } from '../../../design/field.tsx';
import { reasonOf } from '../../../design/notice.tsx';

interface ClustersFieldProps {
  readonly value: readonly string[] | null;
  readonly onChange: (ids: readonly string[] | null) => void;
  readonly error: string | undefined;
  readonly help?: string;
}

export function ClustersField({
  value,
  onChange,
  error,
  help = 'It cannot see anything outside them.',
}: ClustersFieldProps) {
  const { clusters, byId, error: unread } = useClusters();
  const forgotten = (value ?? []).filter((id) => !byId.has(id));
  return (
    <FieldGroup label="Clusters" help={help} error={error}>
      <CheckField
        label="Only some clusters"
        help="Otherwise all clusters, including those registered later"
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? [] : null)}
      />
      {value !== null && unread !== null && <p>Could not load the clusters: {reasonOf(unread)}</p>}
      {value !== null && unread === null && clusters.length === 0 && <p>No cluster is registered yet.</p>}
      {value !== null &&
        clusters.map(({ id, name }) => (
          <CheckField
            key={id}
            label={<ClusterName id={id} name={name} />}
            checked={value.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((one) => one !== id))}
          />
        ))}
      {value !== null &&
        forgotten.map((id) => (
          <CheckField
            key={id}
            label={<code>{id}</code>}
            help="Not visible to you: it may have been removed"
            checked
            onChange={() => onChange(value.filter((one) => one !== id))}
          />
        ))}
    </FieldGroup>
  );
}
