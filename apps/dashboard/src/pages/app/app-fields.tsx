import type { ReactNode } from 'react';
import { CheckField, LongTextField, SelectField, TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import css from './app-fields.module.css';
import { type Draft, envFault } from './draft.ts';
import { EnvField } from './env-field.tsx';

interface AppFieldsProps {
  readonly draft: Draft;
  readonly error: Error | null;
  readonly onChange: (part: Partial<Draft>) => void;
  /** Between the port and the environment: what only a new app is asked. */
  readonly children?: ReactNode;
}

type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];

/** What an app asks for: what everybody decides in view, the rest folded. */
export function AppFields({ draft, error, onChange, children }: AppFieldsProps) {
  const text = (name: Exclude<TextName, 'strategy'>, field: string) => ({
    value: draft[name],
    error: fieldError(error, field),
    spellCheck: false,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [name]: event.target.value }),
  });
  const count = (min: number, max: number) => ({ type: 'number', required: true, min, max });
  const isWorker = draft.port === '';
  return (
    <>
      <TextField
        label="Image"
        help="With its registry and tag, such as registry.example.com/shop/checkout:1.4"
        required
        maxLength={512}
        {...text('image', 'source.image')}
      />
      <TextField
        label="Port"
        help="Where it listens; it is also told so by PORT. Leave empty for a worker that nobody calls."
        type="number"
        min={1}
        max={65_535}
        {...text('port', 'port')}
      />
      {!isWorker && (
        <TextField
          label="Health check path (optional)"
          help="A GET of it must answer 2xx or 3xx, such as /healthz. Without one, an open port is enough."
          maxLength={2_048}
          pattern="/\S*"
          title="Begins with a slash"
          {...text('healthPath', 'health_check.path')}
        />
      )}
      {children}
      <EnvField
        rows={draft.env}
        error={envFault(draft.env) ?? fieldError(error, 'env') ?? fieldError(error, 'env.PORT')}
        help="Shown to everybody who can see the app: no place for passwords"
        onChange={(env) => onChange({ env })}
      />
      <div className={css['pair']}>
        <TextField
          label="CPU of each pod"
          help="Guaranteed, such as 250m or 1.5"
          required
          {...text('cpuRequest', 'resources.cpu_request')}
        />
        <TextField
          label="Memory of each pod"
          help="Guaranteed, such as 256Mi"
          required
          {...text('memoryRequest', 'resources.memory_request')}
        />
      </div>
      <details className={css['more']}>
        <summary>Advanced: limits, start and stop, rollout</summary>
        <div className={css['inside']}>
          <div className={css['pair']}>
            <TextField
              label="CPU limit"
              help="Empty: none. A pod beyond it is throttled."
              {...text('cpuLimit', 'resources.cpu_limit')}
            />
            <TextField
              label="Memory limit"
              help="Empty: as guaranteed. A pod beyond it is killed."
              {...text('memoryLimit', 'resources.memory_limit')}
            />
          </div>
          <LongTextField
            label="Command"
            help="Instead of the image’s entrypoint, one word a line"
            rows={2}
            {...text('command', 'command')}
          />
          <LongTextField
            label="Arguments"
            help="Instead of the image’s own, one word a line"
            rows={2}
            {...text('args', 'args')}
          />
          <div className={css['pair']}>
            <TextField
              label="Start within (s)"
              help="Before its check counts"
              {...count(1, 3_600)}
              {...text('startupSeconds', 'health_check.startup_seconds')}
            />
            <TextField
              label="Check every (s)"
              help="Each pod is asked so often"
              {...count(1, 300)}
              {...text('periodSeconds', 'health_check.period_seconds')}
            />
            <TextField
              label="Answer within (s)"
              help="Else the check has failed"
              {...count(1, 60)}
              {...text('timeoutSeconds', 'health_check.timeout_seconds')}
            />
            <TextField
              label="Failures in a row"
              help="Then a pod is not ready"
              {...count(1, 100)}
              {...text('failures', 'health_check.failures')}
            />
          </div>
          <CheckField
            label="Restart pods that fail the check"
            help="Off by default: a check that is wrong kills pods that are not"
            checked={draft.liveness}
            onChange={(event) => onChange({ liveness: event.target.checked })}
          />
          <SelectField
            label="Strategy"
            help="Rolling replaces pods without a gap; recreate ends all old ones first"
            value={draft.strategy}
            error={fieldError(error, 'strategy')}
            choices={[
              { value: 'rolling', label: 'rolling' },
              { value: 'recreate', label: 'recreate' },
            ]}
            onChange={(event) => onChange({ strategy: event.target.value === 'recreate' ? 'recreate' : 'rolling' })}
          />
          <div className={css['pair']}>
            <TextField
              label="Time to end (s)"
              help="Before a pod is killed"
              {...count(1, 600)}
              {...text('graceSeconds', 'grace_seconds')}
            />
            <TextField
              label="Time to roll out (min)"
              help="Then the deployment has failed"
              {...count(1, 60)}
              {...text('rolloutMinutes', 'rollout_minutes')}
            />
          </div>
        </div>
      </details>
      <CheckField
        label="Roll back when a deployment fails"
        help="The last Live revision is put back by itself. It is not pinned then."
        checked={draft.rollbackOnFailure}
        onChange={(event) => onChange({ rollbackOnFailure: event.target.checked })}
      />
    </>
  );
}
