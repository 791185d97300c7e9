import { useMay } from '../../api/session.ts';
import { LongTextField, SelectField, TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import css from '../app/app-fields.module.css';
import { type Draft, tolerationFault } from './draft.ts';

interface CloudspaceFieldsProps {
  readonly draft: Draft;
  readonly error: Error | null;
  readonly onChange: (part: Partial<Draft>) => void;
}

export function CloudspaceFields({ draft, error, onChange }: CloudspaceFieldsProps) {
  const admin = useMay('admin');
  return (
    <>
      <div className={css['pair']}>
        <TextField
          label="CPU quota"
          help="Empty: no limit. Such as 4"
          spellCheck={false}
          value={draft.cpu}
          error={fieldError(error, 'quota.cpu')}
          onChange={(event) => onChange({ cpu: event.target.value })}
        />
        <TextField
          label="Memory quota"
          help="Empty: no limit. Such as 8Gi"
          spellCheck={false}
          value={draft.memory}
          error={fieldError(error, 'quota.memory')}
          onChange={(event) => onChange({ memory: event.target.value })}
        />
        <TextField
          label="Pods"
          help="Empty: no limit"
          type="number"
          min={1}
          max={10_000}
          value={draft.pods}
          error={fieldError(error, 'quota.pods')}
          onChange={(event) => onChange({ pods: event.target.value })}
        />
      </div>
      <SelectField
        label="Pod security"
        help="What the cluster lets pods do here. Restricted also refuses pods that run as root."
        value={draft.podSecurity}
        choices={[
          { value: 'baseline', label: 'baseline' },
          { value: 'restricted', label: 'restricted' },
        ]}
        onChange={(event) => onChange({ podSecurity: event.target.value === 'restricted' ? 'restricted' : 'baseline' })}
      />
      {admin && (
        <details className={css['more']} open={draft.nodeSelector !== '' || draft.tolerations !== ''}>
          <summary>Placement: which nodes its pods may run on</summary>
          <div className={css['inside']}>
            <LongTextField
              label="Node labels"
              help="Only nodes that have all of them; label=value, one a line"
              rows={2}
              value={draft.nodeSelector}
              error={fieldError(error, 'placement.node_selector')}
              onChange={(event) => onChange({ nodeSelector: event.target.value })}
            />
            <LongTextField
              label="Tolerated taints"
              help="key, key=value or key=value:NoSchedule, one a line"
              rows={2}
              value={draft.tolerations}
              error={tolerationFault(draft) ?? fieldError(error, 'placement.tolerations')}
              onChange={(event) => onChange({ tolerations: event.target.value })}
            />
          </div>
        </details>
      )}
    </>
  );
}
